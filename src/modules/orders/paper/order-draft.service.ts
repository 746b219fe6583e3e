import type { z } from 'zod';
import { invariant } from '#kit/invariant.ts';
import { cents } from '#kit/money.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { lockFamily } from '#modules/accounts/profile/users.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { refuseOtherSum } from '#modules/billing/staff-edits/first-received.service.ts';
import { holdPriceFacts, priceMoment } from '#modules/orders/checkout/price-selection.service.ts';
import { isSomethingDue, pricedBy } from '#modules/orders/contracts/priced-by.ts';
import { refuseSecondOrder } from '#modules/orders/checkout/second-order.service.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { openDraft } from '#modules/orders/printed/encrypted-drafts.service.ts';
import {
  changeDraft,
  lockDraft,
  type PrintedRow,
} from '#modules/orders/printed/printed-contracts.queries.ts';
import { findShownOrder } from '#modules/orders/reading/read-orders.queries.ts';
import { refuseOwnFamily } from '#modules/students/own-family.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Tx } from '#platform/db/database.ts';
import { once } from '#platform/once/once.ts';
import { findByCode, mayUsePrinted, PRINTED_PRICE_DAYS, refuseUsed } from './find-draft.service.ts';
import type { orderPrintedContract, putPrintedAside } from './paper.contract.ts';
import { checkReceivedOn, priceDraft } from './price-draft.service.ts';
import { signOnPaper, type Signing } from './sign-on-paper.service.ts';

type Body = z.output<typeof orderPrintedContract.body>;

type Ordering = Omit<Signing, 'user_id'> & { body: Body };

/**
 * Makes the order of a printed contract, once for an Idempotency-Key and once for the paper: the code is used
 * up. Opens a transaction of its own.
 * @returns the order with its number
 * @throws the refusals of `orderPrintedContract` in paper.contract.ts
 * Source: OF4.3, OF4.4
 */
export async function orderDraft(
  billing: BillingContext,
  ordering: Ordering,
): Promise<{ order_id: number; contract_number: string }> {
  const { db, clock } = billing;
  const { staff, key, body } = ordering;
  const call = { by_id: staff.user_id, call: 'orderPrintedContract', key, sent: body };
  const found = await findOrUsed(billing, staff, body.code);
  if (found.row) await refuseOwnFamily(db, staff, { user_id: found.row.user_id });
  const order_id = await db.transaction((tx) =>
    once(tx, clock.now(), call, async () => {
      if (!found.row) throw found.refusal;
      return makeOrder(tx, billing, { ...ordering, row: found.row });
    }),
  );
  const order = await findShownOrder(db, order_id, null);
  invariant(order?.contract_number, 'an order made of a paper is active');
  return { order_id, contract_number: order.contract_number };
}

/** A repeated call with its key answers with the order of the first: the refusal waits for the key. */
async function findOrUsed(
  billing: BillingContext,
  staff: Viewer,
  code: string,
): Promise<{ row: PrintedRow } | { row?: undefined; refusal: Refusal }> {
  try {
    return { row: await findByCode(billing, staff, code) };
  } catch (error) {
    if (error instanceof Refusal && error.kind === orderRefusals.code_used) return { refusal: error };
    throw error;
  }
}

async function makeOrder(
  tx: Tx,
  billing: BillingContext,
  { row, body, ...signing }: Ordering & { row: PrintedRow },
): Promise<number> {
  const { clock, vault } = billing;
  const { user_id, student_id } = row;
  await lockFamily(tx, user_id);
  const facts = await holdPriceFacts(tx, { user_id, student_id }, priceMoment(billing));
  const draft = await lockUnused(tx, row.id);
  const opened = { ...draft, ...openDraft(vault, draft) };
  const received_on = body.received_on ?? clock.today();
  checkReceivedOn(received_on, draft, clock);
  if (body.price_of === 'printed') checkPrintedPrice(body, mayUsePrinted(opened, clock.today()));
  await refuseSecondOrder(tx, draft);
  const wanted = { ...body, received_on };
  const priced = await priceDraft({ db: tx, vault }, signing.staff, { draft: opened, facts, wanted });
  const due = isSomethingDue(priced.quote)
    ? pricedBy(priced.quote, 'paymentTypeCheck').due_today_cents
    : cents(0);
  refuseOtherSum(cents(body.amount_cents), due);
  const { reference, amount_cents, reason } = body;
  const order_id = await signOnPaper(
    tx,
    billing,
    { ...signing, user_id },
    {
      priced,
      paper: body,
      by: 'paymentTypeCheck',
      received: { reference, received_on, amount_cents },
      reason,
    },
  );
  await changeDraft(tx, draft.id, {
    order_id,
    received_on,
    check_reference: reference,
    received_cents: cents(amount_cents),
  });
  return order_id;
}

/** @throws code_used for a colleague who was faster, code_unknown for a draft that its family has deleted */
async function lockUnused(tx: Tx, id: number): Promise<PrintedRow> {
  const draft = await lockDraft(tx, id);
  if (!draft) throw new Refusal(orderRefusals.code_unknown);
  if (draft.order_id !== null) throw await refuseUsed(tx, draft.order_id);
  return draft;
}

/** @throws reason_missing, printed_price_too_old */
function checkPrintedPrice({ reason }: Body, isRecent: boolean): void {
  if (!isRecent)
    throw refuseField(orderRefusals.printed_price_too_old, 'price_of', { n: PRINTED_PRICE_DAYS });
  if (!reason) throw refuseField(orderRefusals.reason_missing, 'reason');
}

type PutAside = { staff: Viewer; body: z.output<typeof putPrintedAside.body> };

/**
 * Keeps the check with its paper until the office has talked to the family; a later note replaces an earlier
 * one.
 * @throws as `findByCode`; own_order, received_before_printing, check_in_future
 * Source: OF4.3
 */
export async function putAside(billing: BillingContext, { staff, body }: PutAside): Promise<void> {
  const { db, clock } = billing;
  const { received_on, reference, note } = body;
  const amount_cents = cents(body.amount_cents);
  const now = clock.now();
  const row = await findByCode(billing, staff, body.code);
  const { id, user_id } = row;
  await refuseOwnFamily(db, staff, { user_id });
  checkReceivedOn(received_on, row, clock);
  await db.transaction(async (tx) => {
    await lockFamily(tx, user_id);
    const before = await lockUnused(tx, id);
    await changeDraft(tx, id, {
      received_on,
      check_reference: reference,
      received_cents: amount_cents,
      put_aside_note: note,
      put_aside_by_id: staff.user_id,
      put_aside_at: now,
    });
    await writeAudit(tx, now, staff, {
      action: 'printed.put_aside',
      subject: `user:${user_id}`,
      detail: { printed_contract_id: id },
      before: { received_cents: before.received_cents },
      after: { received_cents: amount_cents, received_on },
      texts: { note, reference },
    });
  });
}
