resource "aws_cognito_user_pool" "archery" {
  name                     = "archery"
  auto_verified_attributes = ["email"]
}

resource "aws_cognito_user_pool_client" "web" {
  name         = "web"
  user_pool_id = aws_cognito_user_pool.archery.id
}
