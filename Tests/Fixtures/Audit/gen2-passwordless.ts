import { defineAuth } from '@aws-amplify/backend';

export const auth = defineAuth({
  loginWith: { email: { otpLogin: true }, webAuthn: true },
});
