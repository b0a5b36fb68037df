variable "mode" { default = "OPTIONAL" }
locals { name = "shop-${var.mode}" }
resource "aws_cognito_user_pool" "main" {
  name = local.name
  mfa_configuration = var.mode # "
  software_token_mfa_configuration { enabled = true }
  dynamic "lambda_config" {
    for_each = [1]
    content { pre_sign_up = "${b}" }
  }
  tags = { a = [1, true, <<-E
    text
  E
  ] }
}
resource "aws_cognito_user_pool_client" "c" {
  name = "c"
  user_pool_id = aws_cognito_user_pool.main.id
}
