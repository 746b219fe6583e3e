import type { StaffChange } from '#modules/accounts/staff.states.ts';
import type { StaffRole } from '#modules/accounts/rights.ts';
import type { Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { newId } from '#platform/tokens/tokens.ts';
import { listOtherSuperAdmins } from './staff.queries.ts';

type Member = { id: number; email: string; role: StaffRole };

/** The link is made on sending, and holds for seven days. @param ref  mails once for it */
export async function mailInvitation(
  tx: Tx,
  now: Date,
  { id }: Pick<Member, 'id'>,
  ref: string = newId(),
): Promise<void> {
  await enqueue(tx, now, {
    kind: 'accounts.staff_invited',
    ref,
    payload: { user_id: id },
  });
}

/** To the address of the moment: an invitation taken back leaves an account without one. */
export async function mailChange(
  tx: Tx,
  now: Date,
  { id, email, role }: Member,
  change: StaffChange,
): Promise<void> {
  await enqueue(tx, now, {
    kind: 'accounts.staff_changed',
    ref: newId(),
    payload: { user_id: id, at: now, change, role },
    words: { email },
  });
}

/** Every other super admin reads of a new one, in case somebody else has made it (OF8.7). */
export async function tellOfSuperAdmin(tx: Tx, now: Date, { id, email, role }: Member): Promise<void> {
  if (role !== 'userRoleSuperAdmin') return;
  for (const other of await listOtherSuperAdmins(tx, id))
    await enqueue(tx, now, {
      kind: 'accounts.new_super_admin',
      ref: newId(),
      payload: { user_id: other.id, at: now },
      words: { email },
    });
}
