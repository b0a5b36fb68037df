import { defineAuth } from '@aws-amplify/backend'
/* it's */ export const auth = defineAuth({
  loginWith: { email: { otpLogin: true, body: (c) => `a ${c({})} "b"` } },
  multifactor: { mode: 'OPTIONAL', totp: true },
  userAttributes: { email: { required: true } },
})
