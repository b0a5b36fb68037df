import { defineAuth } from 'x'
export const auth = defineAuth({ loginWith: { email: "ÿ" } })
