import { FAMILY } from '#kit/endpoint/right.ts';
import { DAY_MS } from '#kit/durations.ts';
import { dayIn, daysBetween } from '#kit/plain-date.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { Refusal } from '#kit/refusal.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import type { AcceptanceKind } from '#modules/orders/checkout/required-texts.ts';
import { lockOrder } from '#modules/orders/orders.queries.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { readOwnOrder, readSignedContract } from '#modules/orders/reading/read-orders.service.ts';
import type { SignedContract } from '#modules/orders/reading/signed-contract.contract.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Db } from '#platform/db/database.ts';
import { enqueueOnce } from '#platform/outbox/enqueue-once.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import type { Vault } from '#platform/vault/vault.ts';
import {
  ACCEPTANCE_ASKED,
  insertFamilyAcceptances,
  listOpenSince,
  listToAccept,
  listUnasked,
  missingAcceptanceWork,
} from './acceptance.queries.ts';
import { findShownOrder } from '#modules/orders/reading/read-orders.queries.ts';

type Deps = { db: Database; clock: Clock };

export type Accepting = {
  viewer: Viewer;
  order_id: number;
  ip: string;
  user_agent: string;
  sent: readonly { kind: AcceptanceKind; text_hash: string }[];
};

/**
 * Accepts the texts in force at signing, even if the season's texts have changed since. A second press
 * changes nothing (H10).
 * @throws order_not_found, acceptance_not_open, order_inactive, text_stale
 */
export async function acceptOrder(
  { db, clock, vault }: Deps & { vault: Vault },
  { viewer, order_id, ip, user_agent, sent }: Accepting,
): Promise<SignedContract> {
  const own = { ...viewer, ...FAMILY };
  await readOwnOrder({ db, vault }, viewer, order_id);
  await db.transaction(async (tx) => {
    const { status } = await lockOrder(tx, order_id);
    const texts = await listToAccept(tx, order_id);
    const placed = texts.filter(({ placed_by_id }) => placed_by_id !== null);
    if (placed.length === 0) throw new Refusal(orderRefusals.acceptance_not_open);
    if (texts.length > placed.length) return;
    if (status !== 'active' && status !== 'awaiting_aid') throw new Refusal(orderRefusals.order_inactive);
    const isNamed = (text: (typeof placed)[number]) =>
      sent.some(({ kind, text_hash }) => kind === text.kind && text_hash === text.text_hash.toString('hex'));
    if (!placed.every(isNamed)) throw new Refusal(orderRefusals.text_stale);
    const evidence = { order_id, user_id: viewer.user_id, ip, user_agent, accepted_at: clock.now() };
    await insertFamilyAcceptances(
      tx,
      placed.map(({ kind, text_hash, version }) => ({ kind, text_hash, version, ...evidence })),
    );
    await writeAudit(tx, clock.now(), viewer, { action: 'order.accept', subject: `order:${order_id}` });
  });
  return readSignedContract(db, own, order_id);
}

const BATCH = 200;

/** Runs as a job, so a crash loses no mail. */
export async function askForAcceptances({ db, clock }: Deps): Promise<void> {
  for (;;) {
    const ids = await listUnasked(db, BATCH);
    await db.transaction(async (tx) => {
      for (const order_id of ids) await enqueue(tx, clock.now(), asking(order_id, `order-${order_id}`));
    });
    if (ids.length < BATCH) return;
  }
}

const asking = (order_id: number, ref: string) => ({ kind: ACCEPTANCE_ASKED, ref, payload: { order_id } });

/**
 * Once per company day.
 * @throws order_not_found, acceptance_not_open, order_inactive, mailed_today
 */
export async function askAgain({ db, clock }: Deps, staff: Viewer, order_id: number): Promise<void> {
  const order = await findShownOrder(db, order_id, null);
  if (!order) throw new Refusal(orderRefusals.order_not_found);
  if (!order.staff_placed || order.staff_placed.accepted_at)
    throw new Refusal(orderRefusals.acceptance_not_open);
  if (!order.is_active && !order.is_aid_awaited) throw new Refusal(orderRefusals.order_inactive);
  const ref = `order-${order_id}-${clock.today()}`;
  await db.transaction(async (tx) => {
    await lockOrder(tx, order_id);
    if (!(await enqueueOnce(tx, clock.now(), asking(order_id, ref))))
      throw new Refusal(accountRefusals.mailed_today);
    await writeAudit(tx, clock.now(), staff, {
      action: 'order.ask_acceptance',
      subject: `order:${order_id}`,
    });
  });
}

/** Days before an open acceptance is shown to staff. */
const DAYS_TO_ACCEPT = 3;

export async function lateAcceptances(
  db: Db,
  clock: Pick<Clock, 'now' | 'today' | 'time_zone'>,
): Promise<{ order_id: number; days: number }[]> {
  const before = new Date(clock.now().getTime() - DAYS_TO_ACCEPT * DAY_MS);
  const found = await listOpenSince(db, before);
  return found.map(({ id, created_at }) => ({
    order_id: id,
    days: daysBetween(dayIn(clock.time_zone, created_at), clock.today()),
  }));
}

export const acceptanceWork = (db: Db, now: Date) =>
  missingAcceptanceWork(db, new Date(now.getTime() - DAYS_TO_ACCEPT * DAY_MS));
