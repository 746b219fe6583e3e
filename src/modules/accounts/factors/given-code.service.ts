import { timingSafeEqual } from 'node:crypto';
import { invariant } from '#kit/invariant.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { hashUnderSalt } from '#platform/passwords/passwords.ts';
import type { Vault } from '#platform/vault/vault.ts';
import type { FactorChange, SessionFactor } from '#modules/accounts/factor.states.ts';
import { secrets } from './encrypted-secrets.service.ts';
import {
  listAuthenticators,
  listUnusedRecoveryCodes,
  useRecoveryCode,
  useStep,
  type AuthenticatorRow,
} from './factors.queries.ts';
import { normalizeCode } from './recovery-codes.service.ts';
import { isTotpCode, stepOfCode } from './totp.service.ts';

type Deps = { db: Db; clock: Clock; vault: Vault };

/** A right code, not taken yet; the transaction that begins the session takes the code. */
export type GivenFactor = {
  factor: Exclude<SessionFactor, 'none'>;
  /** @returns false if another login has taken the code meanwhile */
  take: (tx: Tx, now: Date) => Promise<boolean>;
};

export async function hasSecondFactor(db: Db, user_id: number): Promise<boolean> {
  return (await listAuthenticators(db, user_id)).length > 0;
}

export async function readAuthenticators(db: Db, user_id: number) {
  return (await listAuthenticators(db, user_id)).map(({ id, kind, label, confirmed_at, last_used_at }) => ({
    id,
    kind,
    label,
    confirmed_at: confirmed_at!.toISOString(),
    last_used_at: last_used_at && last_used_at.toISOString(),
  }));
}

/** Keep the returned secret only for the comparison of a code. */
export function secretOf({ vault }: Pick<Deps, 'vault'>, row: AuthenticatorRow): string {
  const { secret } = secrets.open(vault, row.id, row);
  invariant(secret, `authenticator ${row.id} has a secret`);
  return secret;
}

/**
 * Recognizes a typed code of an authenticator app or an unused recovery code. The caller counts the guess
 * first; a recovery code costs a hash.
 * @returns undefined for a wrong code
 */
export async function recognizeCode(
  deps: Deps,
  user_id: number,
  typed: string,
): Promise<GivenFactor | undefined> {
  const code = normalizeCode(typed);
  return isTotpCode(code) ? codeOfApp(deps, user_id, code) : recoveryCode(deps, user_id, code);
}

async function codeOfApp(deps: Deps, user_id: number, code: string): Promise<GivenFactor | undefined> {
  for (const row of await listAuthenticators(deps.db, user_id)) {
    if (row.kind !== 'totp') continue;
    const app = { secret: secretOf(deps, row), last_step: row.last_step };
    const step = stepOfCode(app, code, deps.clock.realNow());
    if (step !== undefined) return { factor: 'totp', take: (tx, now) => useStep(tx, row.id, step, now) };
  }
  return undefined;
}

async function recoveryCode({ db }: Deps, user_id: number, code: string): Promise<GivenFactor | undefined> {
  const unused = await listUnusedRecoveryCodes(db, user_id);
  const [first] = unused;
  if (!first) return undefined;
  const hash = await hashUnderSalt(code, first.salt);
  const found = unused.find((each) => timingSafeEqual(each.hash, hash));
  if (!found) return undefined;
  return {
    factor: 'recovery',
    take: async (tx, now) => {
      if (!(await useRecoveryCode(tx, found.id, now))) return false;
      const left = unused.length - 1;
      await tellOwner(tx, now, user_id, { change: 'recovery_used', left });
      await writeAudit(
        tx,
        now,
        { user_id, impersonator_id: null },
        { action: 'factor.recovery_use', subject: `user:${user_id}`, detail: { left } },
      );
      return true;
    },
  };
}

/** Mails the owner, in case somebody else made the change. */
export async function tellOwner(
  tx: Tx,
  now: Date,
  user_id: number,
  told: { change: FactorChange; left?: number },
): Promise<void> {
  await enqueue(tx, now, {
    kind: 'accounts.factor_changed',
    ref: `${user_id}.${now.getTime()}.${told.change}${told.left ?? ''}`,
    payload: { user_id, at: now, ...told },
  });
}
