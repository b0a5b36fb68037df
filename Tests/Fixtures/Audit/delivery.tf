resource "aws_cognito_user_pool" "riders" {
  name                     = "riders"
  username_attributes      = ["phone_number"]
  auto_verified_attributes = ["phone_number"]

  sms_configuration {
    external_id    = "riders"
    sns_caller_arn = "arn:aws:iam::111122223333:role/riders-sms"
  }

  account_recovery_setting {
    recovery_mechanism {
      name     = "verified_phone_number"
      priority = 1
    }
  }
}

resource "aws_cognito_user_pool_client" "app" {
  name                          = "rider-app"
  user_pool_id                  = aws_cognito_user_pool.riders.id
  explicit_auth_flows           = ["ALLOW_CUSTOM_AUTH", "ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]
  prevent_user_existence_errors = "ENABLED"
}
