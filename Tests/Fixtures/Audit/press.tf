resource "aws_cognito_user_pool" "press" {
  name                     = "press"
  username_attributes      = ["email"]
  auto_verified_attributes = ["email"]

  device_configuration {
    challenge_required_on_new_device      = true
    device_only_remembered_on_user_prompt = true
  }

  account_recovery_setting {
    recovery_mechanism {
      name     = "verified_email"
      priority = 1
    }
  }

  schema {
    name                = "email"
    attribute_data_type = "String"
    required            = true
    mutable             = false
  }
}

resource "aws_cognito_user_pool_client" "press" {
  name                          = "press"
  user_pool_id                  = aws_cognito_user_pool.press.id
  generate_secret               = true
  allowed_oauth_flows_user_pool_client = true
  allowed_oauth_flows           = ["code"]
  allowed_oauth_scopes          = ["email", "openid", "profile"]
  callback_urls                 = ["https://press.example.com/callback"]
  supported_identity_providers  = ["COGNITO"]
  prevent_user_existence_errors = "ENABLED"
}
