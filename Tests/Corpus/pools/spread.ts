import { defineAuth } from '@aws-amplify/backend'
export const auth = defineAuth({ loginWith: { email: true },
  ...(c ? { name: 1, triggers: {} } : { name: 2 }),
})
