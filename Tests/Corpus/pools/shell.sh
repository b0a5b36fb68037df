aws cognito-idp create-user-pool --pool-name shop --mfa-configuration OPTIONAL \
  --policies "PasswordPolicy={MinimumLength=8}"
