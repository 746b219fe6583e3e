import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { knownBrowserHeaders } from '#modules/accounts/known-browser.contract.ts';
import { loginAnswerShape } from '#modules/accounts/accounts.contract.ts';

const encoded = z.string().regex(/^[\w-]{1,6000}$/);

const extensionsShape = z.object({}).default({});

/** WebAuthn's AuthenticationResponseJSON. */
export const usedPasskeyShape = z.object({
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: encoded.optional(),
  }),
  clientExtensionResults: extensionsShape,
});

/** WebAuthn's RegistrationResponseJSON. */
export const madePasskeyShape = z.object({
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional(),
  }),
  clientExtensionResults: extensionsShape,
});

/** WebAuthn's options in JSON, passed on unchanged. */
export const passkeyOptionsShape = z.looseObject({ challenge: z.string() });

export const askForPasskey = endpoint({
  name: 'askForPasskey',
  turn: 'login',
  summary: 'What a browser needs to log in with a passkey',
  method: 'POST',
  path: '/login/passkey/options',
  guard: 'anyone',
  item: passkeyOptionsShape,
  refusals: [],
});

export const logInWithPasskey = endpoint({
  name: 'logInWithPasskey',
  turn: 'login',
  summary: 'Exchange the answer of a passkey for a token record; it stands for password and second factor',
  method: 'POST',
  path: '/login/passkey',
  guard: 'anyone',
  headers: knownBrowserHeaders,
  body: z.object({ credential: usedPasskeyShape }),
  item: loginAnswerShape,
  refusals: [accountRefusals.passkey_refused, accountRefusals.too_many_attempts],
});

export const askForOwnPasskey = endpoint({
  name: 'askForOwnPasskey',
  summary: 'What a browser needs to use a passkey of the account in place of its password',
  method: 'POST',
  path: '/user/prove/passkey/options',
  guard: 'account',
  item: passkeyOptionsShape,
  refusals: [],
});

export const proveWithPasskey = endpoint({
  name: 'proveWithPasskey',
  summary: 'Use a passkey in place of the password, for calls that want it from the last minutes',
  method: 'POST',
  path: '/user/prove/passkey',
  guard: 'account',
  impersonation: 'own_row',
  body: z.object({ credential: usedPasskeyShape }),
  item: 'none',
  refusals: [accountRefusals.passkey_refused, accountRefusals.too_many_attempts],
});
