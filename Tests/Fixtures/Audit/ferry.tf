# MFA by SMS is optional. The app may not write the phone number: crews get theirs from the office,
# and nobody can delete it by the app.
resource "aws_cognito_user_pool" "crew" {
  name                     = "ferry-crew"
  username_attributes      = ["email"]
  auto_verified_attributes = ["email"]
  mfa_configuration        = "OPTIONAL"
  software_token_mfa_configuration {
    enabled = true
  }
  sms_configuration {
    external_id    = "ferry"
    sns_caller_arn = "arn:aws:iam::111122223333:role/ferry-sms"
  }
  account_recovery_setting {
    recovery_mechanism {
      name     = "verified_email"
      priority = 1
    }
  }
  admin_create_user_config {
    allow_admin_create_user_only = true
  }
}

resource "aws_cognito_user_pool_client" "app" {
  name                          = "app"
  user_pool_id                  = aws_cognito_user_pool.crew.id
  explicit_auth_flows           = ["ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]
  prevent_user_existence_errors = "ENABLED"
  write_attributes              = ["email", "name"]
}
