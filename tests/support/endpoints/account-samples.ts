import { sql } from 'drizzle-orm';
import { signedLink } from '#modules/accounts/profile/email-change-links.ts';
import type { SeasonApp } from '#tests/support/app/season-app.ts';
import { aRegistration, verifyEmailOfAccount } from '#tests/support/app/people.ts';
import type { CallSample } from './sample.ts';

const plain = { send: () => ({}) };

/** For an account that has verified its address. */
const ofVerified: CallSample['send'] = async ({ user_id }, { shop }) => {
  await verifyEmailOfAccount(shop.app, user_id);
  return {};
};

/** The link at the old address of an account that has just moved. */
async function anUndoLink({ context }: SeasonApp, { user_id, email }: { user_id: number; email: string }) {
  const { rows } = await context.db.execute<{ id: number }>(sql`insert into email_changes
      (user_id, old_email, new_email, asked_at, confirmed_at)
    values (${user_id}, ${email}, ${`new-${email}`}, now(), ${context.clock.now().toISOString()})
    returning id::int`);
  return signedLink(context.vault, 'undo', rows[0]!.id);
}

/** An answer of a passkey in its form, which nobody has asked for. */
const aCredential = (response: object) => ({
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'e30', ...response },
  clientExtensionResults: {},
});
const usedPasskey = aCredential({ authenticatorData: 'AAAA', signature: 'AAAA' });
const madePasskey = aCredential({ attestationObject: 'AAAA' });

/** Of the calls of accounts, by the name of the declaration. */
export const accountSamples: Record<string, CallSample> = {
  login: { send: ({ email, password }) => ({ body: { email, password } }) },
  register: { send: () => ({ body: aRegistration() }) },
  refreshToken: { send: ({ tokens }) => ({ body: { refresh_token: tokens.refresh_token } }) },
  logout: plain,
  takeTurn: plain,
  verifyEmail: { send: async (family) => ({ params: { token: await family.mailedToken('verify-email') } }) },
  undoEmailChange: {
    send: async (_family, { aFamily, shop }) => ({
      body: { token: await anUndoLink(shop, await aFamily()) },
    }),
  },
  resendVerificationEmail: plain,
  forgotPassword: { send: ({ email }) => ({ body: { email, redirectPath: '/contract' } }) },
  checkResetLink: {
    send: async (family) => ({
      body: { token: await family.mailedToken('reset-password'), email: family.email },
    }),
  },
  resetPassword: {
    send: async (family) => ({
      body: {
        token: await family.mailedToken('reset-password'),
        email: family.email,
        password: 'another one',
        password_confirmation: 'another one',
      },
    }),
    ids: { 'body.removed_passkey_ids': 'authenticator' },
  },
  currentUser: plain,
  updateUser: {
    send: ({ user_id }) => ({ params: { id: user_id }, body: { first_name: 'Ada' } }),
    ids: { 'params.id': 'user' },
  },
  listOptions: plain,
  listOwnSessions: { ...plain, impersonator: 403 },
  endOwnSession: {
    send: async (family) => ({ params: { session_id: await family.aSession() } }),
    ids: { 'params.session_id': 'session' },
    impersonator: 403,
  },
  askForPasskey: plain,
  logInWithPasskey: {
    send: () => ({ body: { credential: usedPasskey } }),
    answer: 400,
    ids: { 'body.credential.id': 'everyone' },
  },
  askForOwnPasskey: plain,
  proveWithPasskey: {
    send: () => ({ body: { credential: usedPasskey } }),
    answer: 400,
    ids: { 'body.credential.id': 'everyone' },
    impersonator: 400,
  },
  startPasskey: { send: ofVerified, impersonator: 403 },
  addPasskey: {
    send: () => ({ body: { label: 'Phone', credential: madePasskey } }),
    answer: 400,
    ids: { 'body.credential.id': 'everyone' },
    impersonator: 403,
  },
  // The family's password is not the staff member's.
  proveAgain: { send: ({ password }) => ({ body: { password } }), impersonator: 422 },
  endOtherSessions: { ...plain, impersonator: 403 },
  readSecondFactors: { ...plain, impersonator: 403 },
  startAuthenticator: { send: ofVerified, impersonator: 403 },
  confirmAuthenticator: {
    send: async (family, { shop }) => {
      await verifyEmailOfAccount(shop.app, family.user_id);
      const { id, code } = await family.anApp();
      return { params: { authenticator_id: id }, body: { label: 'Phone', code } };
    },
    ids: { 'params.authenticator_id': 'authenticator' },
    impersonator: 403,
  },
  removeAuthenticator: {
    send: async (family) => ({ params: { authenticator_id: (await family.anApp()).id } }),
    ids: { 'params.authenticator_id': 'authenticator' },
    impersonator: 403,
  },
  // The family has none, or its next login would ask for a code.
  renewRecoveryCodes: { ...plain, answer: 409, impersonator: 403 },
};
