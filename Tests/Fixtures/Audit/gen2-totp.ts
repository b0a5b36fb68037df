import { defineAuth } from "@aws-amplify/backend";

export const auth = defineAuth({
  loginWith: {
    email: { verificationEmailStyle: "CODE", verificationEmailSubject: "Welcome" },
  },
  userAttributes: { preferredUsername: { required: false, mutable: true } },
  multifactor: { mode: "OPTIONAL", totp: true },
  accountRecovery: "EMAIL_ONLY",
});
