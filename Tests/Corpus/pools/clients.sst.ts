export default $config({
  async run() {
    const users = new sst.aws.CognitoUserPool('users', { usernames: ['email'] })
    const others = new sst.aws.CognitoUserPoolIdentityProvider('google')
    users.addClient('web')
  },
})
