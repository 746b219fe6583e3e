import { randomUUID } from 'node:crypto';
import { inChunks } from '#kit/in-chunks.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Cents } from '#kit/money.ts';
import { nameOfMethod } from '#modules/billing/payments/payment-texts.ts';
import { feeDayOf, type BillingContext, type Charging } from '#modules/billing/billing-context.service.ts';
import type {
  ChargedOrder,
  LockedPayment,
  PaymentAttempt,
} from '#modules/billing/payments/collection.queries.ts';
import type { PaymentRow } from '#modules/billing/payments/attempts.queries.ts';
import { currentCatalog } from '#modules/catalog/current-catalog.service.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { enqueue, takeBackMails } from '#platform/outbox/outbox.ts';
import {
  isSameCharge,
  joinChanges,
  notifiedOf,
  type LaterChange,
  type ShownCharge,
} from './later-changes.ts';
import {
  LATER_CHANGED,
  listOwingFamilies,
  listPlanned,
  listUnsentChanges,
  lockPlanned,
  writeNotified,
} from './later-changes.queries.ts';
import { dayOfCharge } from '#modules/billing/methods/paying-method.ts';
import { automaticMethodBy, laterPriceBy, withPayerFacts } from './planned-charge.service.ts';

type Planned = LockedPayment & {
  pay_on: PlainDate;
  plan: ShownCharge;
  pastAttempts: readonly PaymentAttempt[];
};

async function plannedOf(db: Db, charging: Charging, due: readonly LockedPayment[]): Promise<Planned[]> {
  if (due.length === 0) return [];
  const catalog = await currentCatalog(db);
  const now = feeDayOf(charging);
  return (await withPayerFacts(db, due)).map(({ due: one, facts }) => {
    const { order, payment } = one;
    const pay_on = dayOfCharge(payment, now.today);
    const day = { ...now, today: pay_on };
    const { method } = automaticMethodBy(order, facts, pay_on);
    const plan = method
      ? { method: nameOfMethod(method), total_cents: laterPriceBy(catalog, one, { method, day }).total_cents }
      : { method: null, total_cents: payment.amount_cents };
    return { ...one, pay_on, plan, pastAttempts: facts.pastAttempts };
  });
}

const isNews = ({ payment, plan }: Planned) => !isSameCharge(notifiedOf(payment), plan);

type Asked = {
  user_ids: number[];
  mailed?: readonly number[];
};

/**
 * Each family gets a single email with all changes. Every change of a method calls this function in the same
 * transaction. A payment without an earlier notification is only recorded (MP1, M5).
 */
export async function notifyLaterChanges(tx: Tx, charging: Charging, asked: Asked): Promise<void> {
  const { user_ids, mailed = [] } = asked;
  const planned = await plannedOf(tx, charging, await lockPlanned(tx, user_ids));
  const news = planned.filter(isNews);
  if (news.length === 0) return;
  await writeNotified(
    tx,
    news.map(({ payment, plan }) => ({ payment_id: payment.id, ...plan })),
  );
  const toMail = news.filter(({ payment }) => notifiedOf(payment) && !mailed.includes(payment.id));
  for (const [user_id, changed] of Map.groupBy(toMail, ({ order }) => order.user_id)) {
    const earlier = await takeBack(
      tx,
      user_id,
      planned.filter(({ order }) => order.user_id === user_id),
    );
    await mailChanges(tx, charging.clock.now(), user_id, joinChanges([...earlier, ...changed.map(changeOf)]));
  }
}

const changeOf = ({ payment, pay_on, plan }: Planned): LaterChange => ({
  payment_id: payment.id,
  pay_on,
  before: notifiedOf(payment)!,
  after: plan,
});

/** An email about a payment charged since stays. */
async function takeBack(tx: Tx, user_id: number, planned: readonly Planned[]): Promise<LaterChange[]> {
  const unsent = await listUnsentChanges(tx, user_id);
  const attemptsOf = new Map(planned.map(({ payment, pastAttempts }) => [payment.id, pastAttempts]));
  const isUncharged = (created_at: Date, payment_id: number) =>
    attemptsOf.get(payment_id)?.every((attempt) => attempt.created_at < created_at) ?? false;
  const found = unsent.filter(({ created_at, changes }) =>
    changes.every(({ payment_id }) => isUncharged(created_at, payment_id)),
  );
  const taken = await takeBackMails(
    tx,
    found.map(({ id }) => id),
  );
  return found.filter(({ id }) => taken.includes(id)).flatMap(({ changes }) => changes);
}

async function mailChanges(tx: Tx, now: Date, user_id: number, changes: LaterChange[]): Promise<void> {
  if (changes.length === 0) return;
  await enqueue(tx, now, {
    kind: LATER_CHANGED,
    ref: `${user_id}-${randomUUID()}`,
    payload: { user_id, payment_ids: changes.map(({ payment_id }) => payment_id) },
    words: { changes },
  });
}

export type MadeCharge = {
  order: Pick<ChargedOrder, 'user_id'>;
  payment: Pick<PaymentRow, 'id' | 'notified_method' | 'notified_total_cents'>;
  method: { brand: string; last_4: string };
  total_cents: Cents;
};

/** The charge is made in any case: the day is as signed (MP1). */
export async function notifyOfCharges(
  tx: Tx,
  clock: BillingContext['clock'],
  charges: readonly MadeCharge[],
): Promise<void> {
  const others = charges
    .map(({ order, payment, method, total_cents }) => ({
      user_id: order.user_id,
      before: notifiedOf(payment),
      after: { method: nameOfMethod(method), total_cents },
      payment_id: payment.id,
      pay_on: clock.today(),
    }))
    .filter(({ before, after }) => !isSameCharge(before, after));
  await writeNotified(
    tx,
    others.map(({ payment_id, after }) => ({ payment_id, ...after })),
  );
  const toMail = others.flatMap(({ before, ...one }) => (before ? [{ ...one, before }] : []));
  for (const [user_id, changes] of Map.groupBy(toMail, (one) => one.user_id))
    await mailChanges(
      tx,
      clock.now(),
      user_id,
      changes.map(({ user_id: _, ...change }) => change),
    );
}

const TOGETHER = 200;

/** For changes without a change of a method, such as a fee changed by staff or an expired card (MP1). */
export async function notifyAllLaterChanges(billing: BillingContext): Promise<void> {
  const { db } = billing;
  for (const user_ids of inChunks(await listOwingFamilies(db), TOGETHER)) {
    const news = (await plannedOf(db, billing, await listPlanned(db, user_ids))).filter(isNews);
    const concerned = new Set(news.map(({ order }) => order.user_id));
    if (concerned.size > 0)
      await db.transaction((tx) => notifyLaterChanges(tx, billing, { user_ids: [...concerned] }));
  }
}
