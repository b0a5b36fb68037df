#!/bin/sh
set -e
POOL_ID=$(aws cognito-idp create-user-pool --pool-name workshop \
  --auto-verified-attributes email --username-attributes email \
  --query UserPool.Id --output text)
aws cognito-idp create-user-pool-client --user-pool-id "$POOL_ID" --client-name workshop \
  --no-generate-secret --explicit-auth-flows ALLOW_USER_PASSWORD_AUTH ALLOW_REFRESH_TOKEN_AUTH
