resource "aws_cognito_user_pool" "p" {
  b {}
  b {}
  b {}
  b {}
  b {}
  b {}
  b {}
  b {}
  b {}
  b {}
  b {}
  b {}
  b {}
  b {}
  b {}
  b {}
  b {}
  b {}
  b {}
  b {}
}
