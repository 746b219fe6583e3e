import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { idShape } from '#kit/endpoint/wire.ts';
import { requiredText } from '#kit/rules/fields.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { authenticatorShape } from '#modules/accounts/passwords/resets.contract.ts';
import { madePasskeyShape, passkeyOptionsShape } from '#modules/accounts/sessions/passkeys.contract.ts';
import { confirmationShape } from './enrolment.shapes.ts';

const OWN = { guard: 'account', impersonation: 'refused' } as const;

export const secondFactorsShape = z.object({
  authenticators: z.array(authenticatorShape),
  recovery_codes_left: z.number().int(),
});

export type SecondFactors = z.output<typeof secondFactorsShape>;

export const readSecondFactors = endpoint({
  ...OWN,
  name: 'readSecondFactors',
  summary: 'What the own account logs in with beside its password',
  method: 'GET',
  path: '/user/second-factors',
  item: secondFactorsShape,
  refusals: [],
});

export const startAuthenticator = endpoint({
  ...OWN,
  name: 'startAuthenticator',
  summary: 'Begin to set up an authenticator app; it counts once its first code was sent',
  method: 'POST',
  path: '/user/authenticators',
  proof: 'recent',
  item: z.object({ id: idShape, secret: z.string(), uri: z.string() }),
  refusals: [accountRefusals.factor_wants_verified_email, accountRefusals.too_many_authenticators],
});

const recoveryCodesShape = z.object({
  /** shown once; empty if the account has codes already */
  recovery_codes: z.array(z.string()),
});

export const startPasskey = endpoint({
  ...OWN,
  name: 'startPasskey',
  summary: 'Begin to add a passkey: what a browser needs to make it',
  method: 'POST',
  path: '/user/passkeys/options',
  proof: 'recent',
  item: passkeyOptionsShape,
  refusals: [accountRefusals.factor_wants_verified_email, accountRefusals.too_many_authenticators],
});

export const addPasskey = endpoint({
  ...OWN,
  name: 'addPasskey',
  summary: 'Add the passkey that a browser has made; the first authenticator brings the recovery codes',
  method: 'POST',
  path: '/user/passkeys',
  body: z.object({ label: requiredText(60), credential: madePasskeyShape }),
  fieldsOf: 'user',
  item: recoveryCodesShape,
  refusals: [
    accountRefusals.factor_wants_verified_email,
    accountRefusals.passkey_refused,
    accountRefusals.too_many_authenticators,
    accountRefusals.too_many_attempts,
  ],
});

export const confirmAuthenticator = endpoint({
  ...OWN,
  name: 'confirmAuthenticator',
  summary: 'Send the first code of an app; the first app of an account brings its recovery codes',
  method: 'POST',
  path: '/user/authenticators/:authenticator_id/confirm',
  params: z.object({ authenticator_id: idShape }),
  body: confirmationShape,
  fieldsOf: 'user',
  item: recoveryCodesShape,
  refusals: [
    accountRefusals.factor_wants_verified_email,
    accountRefusals.authenticator_not_found,
    accountRefusals.second_factor_wrong,
    accountRefusals.too_many_attempts,
  ],
  secrets: ['code'],
});

export const removeAuthenticator = endpoint({
  ...OWN,
  name: 'removeAuthenticator',
  summary: 'Remove an authenticator; recovery codes go with the last one',
  method: 'DELETE',
  path: '/user/authenticators/:authenticator_id',
  params: z.object({ authenticator_id: idShape }),
  proof: 'recent',
  item: 'none',
  refusals: [accountRefusals.authenticator_not_found],
});

export const renewRecoveryCodes = endpoint({
  ...OWN,
  name: 'renewRecoveryCodes',
  summary: 'Make new recovery codes; those from before work no more',
  method: 'POST',
  path: '/user/recovery-codes',
  proof: 'recent',
  item: recoveryCodesShape,
  refusals: [accountRefusals.no_authenticator, accountRefusals.too_many_attempts],
});
