locals {
  l0 = [local.l1,local.l1,local.l1,local.l1,local.l1,local.l1,local.l1,local.l1,local.l1,local.l1]
  l1 = [local.l2,local.l2,local.l2,local.l2,local.l2,local.l2,local.l2,local.l2,local.l2,local.l2]
  l2 = [local.l3,local.l3,local.l3,local.l3,local.l3,local.l3,local.l3,local.l3,local.l3,local.l3]
  l3 = [local.l4,local.l4,local.l4,local.l4,local.l4,local.l4,local.l4,local.l4,local.l4,local.l4]
  l4 = [local.l5,local.l5,local.l5,local.l5,local.l5,local.l5,local.l5,local.l5,local.l5,local.l5]
  l5 = [local.l6,local.l6,local.l6,local.l6,local.l6,local.l6,local.l6,local.l6,local.l6,local.l6]
  l6 = [local.l7,local.l7,local.l7,local.l7,local.l7,local.l7,local.l7,local.l7,local.l7,local.l7]
  l7 = 1
  off = "OFF"
}
resource "aws_cognito_user_pool" "p" {
  name = "p"
  tags = local.l0
  mfa_configuration = local.off
}
