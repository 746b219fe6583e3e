import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import { lockContract, updateNotes } from '#modules/orders/contracts/contracts.queries.ts';
import { contractNotesShape, type ContractNotes, type Order } from '#modules/orders/orders.contract.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { readOrder } from '#modules/orders/reading/read-orders.service.ts';

const NAMES = contractNotesShape.keyof().options;

type Deps = { db: Database; clock: Clock };
type Writing = { order_id: number; written: ContractNotes; seen: ContractNotes };

/**
 * Writes what only staff read of a contract; two who write at once don't overwrite each other.
 * @param seen  the notes that the writer had before them
 * @throws order_not_found; notes_edited with the order as it is now
 */
export async function writeNotes({ db, clock }: Deps, viewer: Viewer, writing: Writing): Promise<Order> {
  await readOrder(db, viewer, writing.order_id);
  const isWritten = await db.transaction((tx) => write(tx, clock, viewer, writing));
  const order = await readOrder(db, viewer, writing.order_id);
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
  const detail = Object.fromEntries(
    NAMES.flatMap((name) => [
      [`${name}_before`, before[name]],
      [name, written[name]],
    ]),
  );
  await writeAudit(tx, clock.now(), viewer, { action: 'order.notes', subject: `order:${order_id}`, detail });
  return true;
}

const isSame = (a: ContractNotes, b: ContractNotes) => NAMES.every((name) => a[name] === b[name]);
