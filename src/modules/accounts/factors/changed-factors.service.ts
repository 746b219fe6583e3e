import { Refusal } from '#kit/refusal.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import type { AuthenticatorKind, FactorChange } from '#modules/accounts/factor.states.ts';
import { deleteAuthenticator, replaceRecoveryCodes } from './factors.queries.ts';
import { hasSecondFactor, tellOwner } from './given-code.service.ts';

export type Removed = { user_id: number; ids: readonly number[] };

/**
 * Removes passkeys of an account for the holder of a mailed link, and mails the owner once.
 * @throws Refusal authenticator_not_found, also for an app: a login asks for the app's code after a reset
 *   (H2.11)
 * Source: MH7
 */
export async function removePasskeysByLink(tx: Tx, now: Date, { user_id, ids }: Removed): Promise<void> {
  for (const id of new Set(ids)) {
    const removed = await deleteAuthenticator(tx, { user_id, id });
    if (removed?.kind !== 'passkey') throw new Refusal(accountRefusals.authenticator_not_found);
  }
  await forgetCodesAfterLast(tx, user_id);
  await recordChange(tx, now, { user_id, actor: undefined }, { action: 'factor.remove', kind: 'passkey' });
}

/** Deletes recovery codes after the last authenticator. @returns true if no authenticator is left */
export async function forgetCodesAfterLast(tx: Tx, user_id: number): Promise<boolean> {
  if (await hasSecondFactor(tx, user_id)) return false;
  await replaceRecoveryCodes(tx, user_id, []);
  return true;
}

const OF_APP = { 'factor.add': 'added', 'factor.remove': 'removed' } as const;
const OF_PASSKEY = { 'factor.add': 'passkey_added', 'factor.remove': 'passkey_removed' } as const;

type Recorded =
  | { action: 'factor.add' | 'factor.remove'; kind: AuthenticatorKind }
  | { action: 'factor.recovery_renew'; kind?: undefined };

function changeOf({ action, kind }: Recorded): FactorChange {
  if (action === 'factor.recovery_renew') return 'recovery_renewed';
  return (kind === 'passkey' ? OF_PASSKEY : OF_APP)[action];
}

/** The actor is undefined for a mailed link, because nobody is signed in. */
type Changed = { user_id: number; actor: Parameters<typeof writeAudit>[2] };

export async function recordChange(
  tx: Tx,
  now: Date,
  { user_id, actor }: Changed,
  recorded: Recorded,
): Promise<void> {
  const { action, kind } = recorded;
  await tellOwner(tx, now, user_id, { change: changeOf(recorded) });
  await writeAudit(tx, now, actor, {
    action,
    subject: `user:${user_id}`,
    ...(kind && { detail: { kind } }),
  });
}
