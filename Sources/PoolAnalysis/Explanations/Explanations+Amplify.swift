extension Explanations {
  /// Codes about documents of Amplify: defineAuth, `cli-inputs.json`, client configurations.
  package static let amplify = [
    ExplanationPage(
      "amplify.computed",
      "The program computes a value, and only its literals are read.",
      remedy: "Write the value out, or give the template that `npx ampx sandbox` synthesises below "
        + ".amplify/artifacts/cdk.out."),
    ExplanationPage(
      "amplify.computed-attribute",
      "The name of a custom attribute is computed, and only literals and constants of the "
        + "project's programs are read. Whether users may write a privilege by it is not seen.",
      remedy: "Write the name out, as a literal or as a constant. No verdict hangs on it, and "
        + "waymark diff leaves it out."),
    ExplanationPage(
      "amplify.given-away",
      "backend.ts hands the pool to a construct or a function of another file, which can change "
        + "it; the pool is judged as it was before.",
      remedy: "Give the template that `npx ampx sandbox` synthesises below "
        + ".amplify/artifacts/cdk.out too."),
    ExplanationPage(
      "amplify.may-be-overridden",
      "An override next to the document can change the pool that Amplify makes of it.",
      remedy: "Where there is one, give the template that Amplify synthesises, or the deployed "
        + "pool's describe-user-pool."),
    ExplanationPage(
      "amplify.mode-ignored",
      "defineAuth ignores an unknown `mode` of multifactor without a word: MFA is off.",
      remedy: "Write OFF, OPTIONAL or REQUIRED in capitals.",
      example: "multifactor: { mode: 'OPTIONAL', totp: true }"),
    ExplanationPage(
      "amplify.no-cognito",
      "The client's configuration has no plugin awsCognitoAuthPlugin.",
      remedy: "Give the configuration of an app that signs in with a user pool."),
    ExplanationPage(
      "amplify.no-definition",
      "The program names defineAuth but does not call it.",
      remedy: "Give the resource.ts that does.",
      example: "export const auth = defineAuth({ loginWith: { email: true } })"),
    ExplanationPage(
      "amplify.no-login",
      "defineAuth refuses a pool whose users sign in neither by email nor by phone.",
      remedy: "Switch one of them on, and add more ways to it.",
      example: "loginWith: { email: true }"),
    ExplanationPage(
      "amplify.no-mode",
      "multifactor has no `mode`, so defineAuth leaves MFA off without a word.",
      remedy: "Write the mode.",
      example: "multifactor: { mode: 'REQUIRED', totp: true }"),
    ExplanationPage(
      "amplify.phone-without-sms",
      "defineAuth refuses MFA without SMS where users sign in by phone.",
      remedy: "Write `sms: true` under multifactor, or drop the log-in by phone.",
      example: "multifactor: { mode: 'OPTIONAL', sms: true, totp: true }",
      source: "cognito-server, L24"),
    ExplanationPage(
      "amplify.preferred-challenge",
      "defineAuth refuses to prefer a challenge that is not enabled.",
      remedy: "Enable it under loginWith, or prefer an enabled one."),
    ExplanationPage(
      "amplify.sms-enabled",
      "SMS becomes an MFA method because SMS is configured, although mfaTypes does not name it.",
      remedy: "Collect no phone numbers, or let users choose SMS."),
    ExplanationPage(
      "amplify.sms-sender",
      "The sender of SMS lacks a part that defineAuth needs.",
      remedy: "Give both snsCallerArn and externalId.",
      example: "senders: { sms: { snsCallerArn: 'arn:aws:iam::…', externalId: 'my-app' } }"),
  ]
}
