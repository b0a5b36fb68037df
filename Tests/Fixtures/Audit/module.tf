# A module whose user decides about MFA.
variable "mfa" { type = string }

variable "flows" { type = list(string) }

resource "aws_cognito_user_pool" "this" {
  name                     = "module"
  username_attributes      = ["email"]
  auto_verified_attributes = ["email"]
  mfa_configuration        = var.mfa

  software_token_mfa_configuration {
    enabled = true
  }
}

resource "aws_cognito_user_pool_client" "this" {
  name                          = "module"
  user_pool_id                  = aws_cognito_user_pool.this.id
  explicit_auth_flows           = var.flows
  prevent_user_existence_errors = "ENABLED"
}
