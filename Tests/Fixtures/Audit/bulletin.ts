const users = new sst.aws.CognitoUserPool("Users", {
  aliases: ["email"],
  mfa: "optional",
  softwareToken: true,
  transform: {
    userPool: {
      autoVerifiedAttributes: [],
      accountRecoverySetting: { recoveryMechanisms: [{ name: "verified_email", priority: 1 }] },
    },
  },
});

const web = users.addClient("Web", {
  transform: { client: { preventUserExistenceErrors: "ENABLED" } },
});
