resource "aws_cognito_user_pool" "p" {
  a0 = 1
  a1 = 1
  a2 = 1
  a3 = 1
  a4 = 1
  a5 = 1
  a6 = 1
  a7 = 1
  a8 = 1
  a9 = 1
  a10 = 1
  a11 = 1
  a12 = 1
  a13 = 1
  a14 = 1
  a15 = 1
  a16 = 1
  a17 = 1
  a18 = 1
  a19 = 1
}
