import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { findEntryByRef } from '#modules/billing/methods/entries/entries.queries.ts';
import { followEntry } from '#modules/billing/methods/entries/entry-outcomes.service.ts';
import { methodsOfMandate, revokeMandatesOf } from '#modules/billing/methods/mandates.queries.ts';
import {
  findMethodByRef,
  methodsOfUser,
  renewMethod,
  type MethodRow,
} from '#modules/billing/methods/methods.queries.ts';
import { notifyLaterChanges } from '#modules/billing/methods/later/later-changes.service.ts';
import { choosePayingMethod, dayOfCharge } from '#modules/billing/methods/paying-method.ts';
import { outstandingPaymentsOf } from '#modules/billing/methods/outstanding-payments.queries.ts';
import { takeAway } from '#modules/billing/methods/take-away.service.ts';
import { askProcessor, lostText, type LostAnswer } from '#modules/billing/processor/ask-processor.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';

const NO_ANSWER = 'the processor gave no answer';

const isLost = (answer: unknown): answer is LostAnswer =>
  typeof answer === 'object' && answer !== null && 'k' in answer;

/** Opens its own transactions. @returns why the object is unread; undefined after a reading (S15) */
export const METHOD_EVENTS = { entry, method, mandate };

async function entry(billing: BillingContext, ref: string): Promise<string | undefined> {
  const ours = await findEntryByRef(billing.db, ref);
  if (!ours) return undefined;
  const followed = await followEntry(billing, ours, (ask) => askProcessor(billing, ask));
  return followed ? undefined : NO_ANSWER;
}

async function method(billing: BillingContext, ref: string): Promise<string | undefined> {
  const { db, gateway } = billing;
  const ours = await findMethodByRef(db, ref);
  if (!ours?.is_active) return undefined;
  const read = await askProcessor(billing, () => gateway.readMethod(ref));
  if (isLost(read)) return lostText(read);
  await db.transaction(async (tx) => {
    await (read === 'absent' ? methodGone(tx, billing, ours) : renewMethod(tx, ours.id, read));
    await notifyLaterChanges(tx, billing, { user_ids: [ours.user_id] });
  });
  return undefined;
}

/** Upcoming payments without a usable method go to staff before the due day. */
async function methodGone(tx: Tx, { clock, log }: BillingContext, gone: MethodRow): Promise<void> {
  const { id, user_id } = gone;
  const [now, today] = [clock.now(), clock.today()];
  await takeAway(tx, id, now);
  const left = await methodsOfUser(tx, user_id);
  const due = await outstandingPaymentsOf(tx, user_id);
  const unpayable = due.filter((payment) => !choosePayingMethod(left, payment, dayOfCharge(payment, today)));
  const row = { action: 'billing.method_gone', subject: `user:${user_id}`, detail: { method_id: id } };
  await writeAudit(tx, now, undefined, row);
  for (const payment of unpayable) {
    const subject = `payment:${payment.id}`;
    const detail = { order_id: payment.order_id };
    await writeAudit(tx, now, undefined, { action: 'billing.payment_unpayable', subject, detail });
    log.error({ method_id: id, payment_id: payment.id }, 'a payment to come has no method any more');
  }
}

async function mandate(billing: BillingContext, ref: string): Promise<string | undefined> {
  const { db, gateway, clock } = billing;
  const ours = await methodsOfMandate(db, ref);
  if (ours.length === 0) return undefined;
  const read = await askProcessor(billing, () => gateway.readMandate(ref));
  if (isLost(read)) return lostText(read);
  if (read === 'active' || read === 'pending') return undefined;
  await db.transaction(async (tx) => {
    for (const payment_method_id of ours) await revokeMandatesOf(tx, payment_method_id, clock.now());
  });
  return undefined;
}
