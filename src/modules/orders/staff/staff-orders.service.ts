import { Refusal } from '#kit/refusal.ts';
import { invariant } from '#kit/invariant.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { refuseOwnFamily } from '#modules/students/own-family.service.ts';
import { cancelUnpaidPayments } from '#modules/billing/charges/charges.service.ts';
import { releaseSeat } from '#modules/seats/seats.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Tx, Database } from '#platform/db/database.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { endOrder, lockOrder, refreshPastDue, type HeldByOrder } from '#modules/orders/orders.queries.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { findShownOrder } from '#modules/orders/reading/read-orders.queries.ts';
import { getSigned, lockContract, updateNotes } from '#modules/orders/contracts/contracts.queries.ts';
import { giveAidUseBack, holdsAidUse } from '#modules/orders/discounts/aid-use.service.ts';
import { contractNotesShape, type ContractNotes, type Order } from '#modules/orders/orders.contract.ts';
import { readOrder } from '#modules/orders/reading/read-orders.service.ts';

/** By staff: a contract, or an order that waits for a check (M11, OF3.7). */
export const isEndable = (status: HeldByOrder['status']) =>
  status === 'active' || status === 'awaiting_check';

type AidUse = 'given_back' | 'spent' | null;

/**
 * Paid payments and every document stay. A charge under way is awaited: a success is booked, a failure is not
 * attempted again (M11).
 */
export async function cancelOrder(
  tx: Tx,
  clock: Clock,
  order_id: number,
  isAidSpent = false,
): Promise<AidUse> {
  const order = await lockOrder(tx, order_id);
  invariant(isEndable(order.status), `order ${order_id} is active`);
  const aid_use = await endLockedOrder(tx, clock, order, isAidSpent);
  await enqueue(tx, clock.now(), {
    kind: 'orders.order_ended',
    ref: String(order_id),
    payload: { order_id },
  });
  return aid_use;
}

/** The caller notifies the family. @returns null without aid, and for declined aid */
export async function endLockedOrder(
  tx: Tx,
  clock: Clock,
  { id, route_id }: HeldByOrder,
  isAidSpent = false,
): Promise<AidUse> {
  await endOrder(tx, id, { status: 'cancelled', at: clock.now() });
  await cancelUnpaidPayments(tx, id);
  await refreshPastDue(tx, id);
  const signed = await getSigned(tx, id);
  // The code before the seat, as in signing, to avoid a deadlock.
  if (!isAidSpent) await giveAidUseBack(tx, signed);
  await releaseSeat(tx, clock.now(), route_id);
  if (!holdsAidUse(signed)) return null;
  return isAidSpent ? 'spent' : 'given_back';
}

type Ending = { order_id: number; reason: string; is_aid_spent: boolean; ended_on?: PlainDate | null };

/** @throws order_not_found, own_order, order_inactive */
export async function cancelByStaff(
  tx: Tx,
  clock: Clock,
  viewer: Viewer,
  { order_id, reason, is_aid_spent, ended_on }: Ending,
): Promise<void> {
  const order = await findShownOrder(tx, order_id, null);
  if (!order) throw new Refusal(orderRefusals.order_not_found);
  await refuseOwnFamily(tx, viewer, { user_id: order.snapshot.parent.id });
  const { status } = await lockOrder(tx, order_id);
  if (!isEndable(status)) throw new Refusal(orderRefusals.order_inactive);
  const aid_use = await cancelOrder(tx, clock, order_id, is_aid_spent);
  await writeAudit(tx, clock.now(), viewer, {
    action: 'order.cancel',
    subject: `order:${order_id}`,
    before: { status },
    after: { status: 'cancelled', ...(ended_on && { ended_on }), ...(aid_use && { aid_use }) },
    texts: { reason },
  });
}

const NAMES = contractNotesShape.keyof().options;

type Deps = { db: Database; clock: Clock; vault: Vault };
type Writing = { order_id: number; written: ContractNotes; seen: ContractNotes };

/**
 * @param seen  the notes as last read by the writer
 * @throws order_not_found; notes_edited with the present order
 */
export async function writeNotes(deps: Deps, viewer: Viewer, writing: Writing): Promise<Order> {
  const { db, clock } = deps;
  await readOrder(deps, viewer, writing.order_id);
  const isWritten = await db.transaction((tx) => write(tx, clock, viewer, writing));
  const order = await readOrder(deps, viewer, writing.order_id);
  if (!isWritten) throw new Refusal(orderRefusals.notes_edited, { items: [order] });
  return order;
}

async function write(
  tx: Tx,
  clock: Clock,
  viewer: Viewer,
  { order_id, written, seen }: Writing,
): Promise<boolean> {
  const before = await lockContract(tx, order_id);
  if (!isSame(before, seen)) return false;
  if (isSame(before, written)) return true;
  await updateNotes(tx, order_id, written);
  const texts = Object.fromEntries(
    NAMES.flatMap((name) => [
      [`${name}_before`, before[name]],
      [name, written[name]],
    ]),
  );
  await writeAudit(tx, clock.now(), viewer, { action: 'order.notes', subject: `order:${order_id}`, texts });
  return true;
}

const isSame = (a: ContractNotes, b: ContractNotes) => NAMES.every((name) => a[name] === b[name]);
