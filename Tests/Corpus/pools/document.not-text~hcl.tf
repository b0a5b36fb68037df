resource "aws_cognito_user_pool" "p" {
  name = "Ã("
}
