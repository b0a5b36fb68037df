# Members sign in on the pages of managed login alone.
resource "aws_cognito_user_pool" "choir" {
  name                     = "choir"
  username_attributes      = ["email"]
  auto_verified_attributes = ["email"]
}

resource "aws_cognito_user_pool_client" "pages" {
  name                                 = "pages"
  user_pool_id                         = aws_cognito_user_pool.choir.id
  explicit_auth_flows                  = ["ALLOW_REFRESH_TOKEN_AUTH"]
  allowed_oauth_flows_user_pool_client = true
  allowed_oauth_flows                  = ["code"]
  allowed_oauth_scopes                 = ["openid", "email"]
  callback_urls                        = ["https://choir.example/back"]
  supported_identity_providers         = ["COGNITO", "Google"]
  prevent_user_existence_errors        = "ENABLED"
}
