import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { Refusal } from '#kit/refusal.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database, Db, Tx } from '#platform/db/database.ts';
import { hashOfToken } from '#platform/tokens/tokens.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { CHALLENGE_LIFE_MS, isOwnChallenge, newChallenge, type Asked } from './challenges.service.ts';
import {
  countPasskeyUse,
  deleteChallengesBefore,
  findPasskey,
  listPasskeys,
  useChallenge,
  type PasskeyRow,
} from './passkeys.queries.ts';

export type PasskeyDeps = { db: Database; clock: Clock; vault: Vault; config: Config };

type Deps = Omit<PasskeyDeps, 'db'>;

// A large library; most starts never need the import.
const library = () => import('@simplewebauthn/server');

/** Browsers bind a passkey to the portal's host, without port. */
const hostOf = ({ publicUrl }: Config): string => new URL(publicUrl).hostname;

/**
 * Lists the accepted origins. A local portal may listen on any free port.
 * @param from the `origin` header of the call
 */
function originsOf(config: Config, from: string | undefined): string[] {
  const own = new URL(config.publicUrl).origin;
  const isLocal = hostOf(config) === 'localhost' && /^http:\/\/localhost(:\d+)?$/.test(from ?? '');
  return isLocal && from ? [own, from] : [own];
}

const refused = () => new Refusal(accountRefusals.passkey_refused);

const named = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id,
  transports: (transports ?? []) as AuthenticatorTransport[],
});

type Owner = { user_id: number; email: string; name: string };

/** Excludes devices with a passkey of the account. */
export async function optionsToAdd(
  { db, clock, vault, config }: Deps & { db: Db },
  { user_id, email, name }: Owner,
  session_id: string,
) {
  const { generateRegistrationOptions } = await library();
  const challenge = newChallenge(vault, { purpose: 'add', session_id }, clock.realNow());
  const options = await generateRegistrationOptions({
    rpName: name,
    rpID: hostOf(config),
    userName: email,
    userID: new Uint8Array(Buffer.from(String(user_id))),
    challenge: new Uint8Array(Buffer.from(challenge)),
    attestationType: 'none',
    excludeCredentials: (await listPasskeys(db, user_id)).map(named),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { ...options };
}

export async function optionsToUse({ clock, vault, config }: Deps, asked: Asked, own: PasskeyRow[] = []) {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: hostOf(config),
    challenge: new Uint8Array(Buffer.from(newChallenge(vault, asked, clock.realNow()))),
    userVerification: 'required',
    allowCredentials: own.map(named),
  });
  return { ...options };
}

/**
 * Checks that a challenge is the server's, and stores the answered challenge in the accepting transaction.
 */
function answerTo({ vault, clock }: Deps, asked: Asked) {
  let challenge = '';
  return {
    /** @param sent  the challenge in base64url, as sent by the browser */
    isOwn: (sent: string): boolean => {
      challenge = Buffer.from(sent, 'base64url').toString();
      return isOwnChallenge(vault, challenge, asked, clock.realNow());
    },
    /** @throws Refusal passkey_refused if answered before */
    remember: async (tx: Tx): Promise<void> => {
      const expires = new Date(clock.realNow().getTime() + CHALLENGE_LIFE_MS);
      if (!(await useChallenge(tx, hashOfToken(challenge), expires))) throw refused();
    },
  };
}

type Sent<Credential> = { credential: Credential; from: string | undefined };

export type MadePasskey = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'use_count' | 'transports'> & {
  remember: (tx: Tx) => Promise<void>;
};

/** @throws Refusal passkey_refused for anything but an answer to the server's own challenge */
export async function checkNewPasskey(
  deps: Deps,
  { credential, from }: Sent<RegistrationResponseJSON>,
  session_id: string,
): Promise<MadePasskey> {
  const { verifyRegistrationResponse } = await library();
  const answered = answerTo(deps, { purpose: 'add', session_id });
  const { registrationInfo } = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge: answered.isOwn,
    expectedOrigin: originsOf(deps.config, from),
    expectedRPID: hostOf(deps.config),
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw refused();
  const { id, publicKey, counter, transports } = registrationInfo.credential;
  return {
    credential_id: id,
    public_key: Buffer.from(publicKey),
    use_count: counter,
    transports: transports ?? null,
    remember: answered.remember,
  };
}

/** The passkey's owner; `take` records the use in the accepting transaction. */
export type UsedPasskey = { user_id: number; take: (tx: Tx, now: Date) => Promise<void> };

/** @throws Refusal passkey_refused, alike for an unknown passkey, a wrong signature and an old challenge */
export async function checkPasskey(
  deps: PasskeyDeps,
  { credential, from }: Sent<AuthenticationResponseJSON>,
  asked: Asked,
): Promise<UsedPasskey> {
  const row = await findPasskey(deps.db, credential.id);
  if (!row) throw refused();
  const { verifyAuthenticationResponse } = await library();
  const answered = answerTo(deps, asked);
  const checked = await verifyAuthenticationResponse({
    response: credential,
    expectedChallenge: answered.isOwn,
    expectedOrigin: originsOf(deps.config, from),
    expectedRPID: hostOf(deps.config),
    credential: {
      ...named(row),
      publicKey: new Uint8Array(row.public_key),
      counter: row.use_count,
    },
  }).catch(() => undefined);
  if (!checked?.verified) throw refused();
  return {
    user_id: row.user_id,
    take: async (tx, now) => {
      await answered.remember(tx);
      if (!(await countPasskeyUse(tx, row.id, checked.authenticationInfo.newCounter, now))) throw refused();
    },
  };
}

export async function sweepChallenges({ db, clock }: Pick<PasskeyDeps, 'db' | 'clock'>): Promise<void> {
  await deleteChallengesBefore(db, clock.realNow());
}
