import { defineAuth, secret } from '@aws-amplify/backend';
import { NAMES } from './names';

const withGoogle = process.env.GOOGLE === '1';

export const auth = defineAuth({
  loginWith: {
    email: true,
    ...(withGoogle
      ? {
          externalProviders: {
            google: { clientId: secret('ID'), clientSecret: secret('SECRET') },
            callbackUrls: ['https://gym.example/'],
            logoutUrls: ['https://gym.example/'],
          },
        }
      : {}),
  },
  userAttributes: {
    [NAMES.branch]: { dataType: 'String', mutable: true },
  },
});
