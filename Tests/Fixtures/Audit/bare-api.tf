resource "aws_cognito_user_pool" "pool" {
  name = "bare-api-user-pool"
}

resource "aws_cognito_user_pool_client" "client" {
  name                = "bare-api-user-pool-client"
  user_pool_id        = aws_cognito_user_pool.pool.id
  explicit_auth_flows = ["ALLOW_ADMIN_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"]
}
