resource "aws_cognito_user_pool" "realty" {
  name                     = "realty"
  username_attributes      = ["email", "phone_number"]
  auto_verified_attributes = ["email", "phone_number"]
  mfa_configuration        = "OPTIONAL"

  sms_configuration {
    external_id    = "realty"
    sns_caller_arn = "arn:aws:iam::111122223333:role/realty-sms"
  }

  software_token_mfa_configuration {
    enabled = true
  }

  account_recovery_setting {
    recovery_mechanism {
      name     = "verified_email"
      priority = 1
    }
    recovery_mechanism {
      name     = "verified_phone_number"
      priority = 2
    }
  }
}

resource "aws_cognito_user_pool_client" "web" {
  name                          = "web"
  user_pool_id                  = aws_cognito_user_pool.realty.id
  explicit_auth_flows           = ["ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]
  prevent_user_existence_errors = "ENABLED"
}
