locals {
  secrets = { A = "one", B = "two" }
}

resource "aws_cognito_user_pool" "p" {
  name = "shop"
  tags = { for var, placeholder in local.secrets : var => placeholder }
}

resource "aws_ecs_task_definition" "t" {
  secrets = [for var in keys(local.secrets) : { name = var, value = var.more }]
}
