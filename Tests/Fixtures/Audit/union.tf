# The app client is another team's.
resource "aws_cognito_user_pool" "union" {
  name                     = "union"
  username_attributes      = ["email"]
  auto_verified_attributes = ["email"]
  mfa_configuration        = "OPTIONAL"

  software_token_mfa_configuration {
    enabled = true
  }
}
