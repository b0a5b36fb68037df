resource "aws_cognito_user_pool" "p" {
  name = local.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a
  mfa_configuration = var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a && var.a ? "ON" : "OFF"
  tags = f(<<E)
E
)
  x = a == "${"
}"
}
