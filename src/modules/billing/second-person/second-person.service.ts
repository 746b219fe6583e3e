import { isDeepStrictEqual } from 'node:util';
import { m } from '#i18n/messages.js';
import { cents, formatMoney, sum, type Cents } from '#kit/money.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { fullName } from '#kit/text/full-name.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { cardFeeRefundOf } from '#modules/catalog/card-fee.ts';
import { findCompany } from '#modules/catalog/catalog.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { refundsOfOrder } from '#modules/billing/refunds/refunds-of-order.service.ts';
import { planRefund } from '#modules/billing/refunds/refund-plan.ts';
import { findByRequestKey } from '#modules/billing/refunds/refunds.queries.ts';
import type { RefundCommand } from '#modules/billing/refunds/refunds.service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Db, Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { ASKED } from './second-person.states.ts';
import { findWaitingAbout, insertRequest, sumGivenUp, type NewRequest } from './second-person.queries.ts';

export {
  countWaitingRequests,
  decideRequest,
  eraseRequestsOf,
  findRequest,
  findWaitingAbout,
  listWaitingRequests,
  lockRequestRow,
  type RequestWithPeople,
  type SecondPersonRow,
} from './second-person.queries.ts';

/** The company's sum; null asks nobody. */
const limitOf = async (db: Db): Promise<Cents | null> =>
  (await findCompany(db))?.second_person_above_cents ?? null;

/** One request at a time waits about what an order gives back, whoever begins it. */
export const refundsSubject = (order_id: number) => `order:${order_id}`;

type Asked = Pick<RefundCommand, 'order_id' | 'amount_cents' | 'reason' | 'request_key'>;

/**
 * Asks a second person about a refund that brings what an order got back above the company's sum, so that
 * parts add up. What can't be paid back at all is left to billing's own refusals, and what was decided under
 * its key before stays so.
 * @throws Refusal second_person_asked, second_person_other
 * Source: H4
 */
export async function askAboveLimit(
  deps: Pick<BillingContext, 'db' | 'clock' | 'gateway'>,
  { order_id, amount_cents, reason, request_key }: Asked,
  { staff, kind, command }: { staff: Viewer } & Pick<NewRequest, 'kind' | 'command'>,
): Promise<void> {
  const company = await findCompany(deps.db);
  const limit = company?.second_person_above_cents ?? null;
  if (limit === null || (await findByRequestKey(deps.db, request_key))) return;
  const { taken } = await refundsOfOrder(deps, order_id);
  const fee = cardFeeRefundOf(company, deps.gateway.processor);
  const plan = planRefund({ captured: taken, asked: amount_cents, is_through_processor: false, fee });
  const given = sum(taken.flatMap((row) => [row.refunded_principal_cents, row.refunded_surcharge_cents]));
  if (plan.k === 'refused' || given + plan.amount_cents <= limit) return;
  const about = { order_id, subject: refundsSubject(order_id), kind, command };
  await askSecondPerson(deps, staff, { ...about, amount_cents: plan.amount_cents, reason });
}

/**
 * A waiver, or a lower sum, that brings what was given up of an order above the company's sum.
 * Source: H4
 */
export async function waiverForSecondPerson(
  db: Db,
  order_id: number,
  byCents: Cents,
): Promise<Cents | undefined> {
  const limit = await limitOf(db);
  if (limit === null || byCents >= 0) return undefined;
  return (await sumGivenUp(db, order_id)) - byCents > limit ? cents(-byCents) : undefined;
}

type Asking = Omit<NewRequest, 'asked_by_id' | 'asked_at'>;

const WHAT = {
  refund: m.server_second_person_refund,
  refund_request: m.server_second_person_refund,
  waiver: m.server_second_person_waiver,
  aid_end: m.server_second_person_aid_end,
};

/** Whether two requests ask for the same; a command comes back from the table as JSON. */
const isSameCommand = (one: unknown, other: unknown) =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));

/** @throws Refusal second_person_other unless what waits is what is asked for */
async function refuseOther(tx: Tx, { subject, kind, command }: Asking): Promise<void> {
  const waiting = await findWaitingAbout(tx, subject);
  if (!waiting) return;
  const { request, asked_by } = waiting;
  if (request.kind === kind && isSameCommand(request.command, command)) return;
  const amount = formatMoney(request.amount_cents);
  throw new Refusal(billingRefusals.second_person_other, {
    data: { what: WHAT[request.kind](), amount, staff: fullName(asked_by) },
  });
}

/**
 * Writes down what staff want, tells the office, and refuses: nothing happens before a second person approves
 * it. Opens its own transaction; asked for again while it waits, nothing is added.
 * @throws Refusal second_person_asked; second_person_other while something else about the same money waits
 * Source: H4
 */
export async function askSecondPerson(
  { db, clock }: { db: Database; clock: Clock },
  staff: Viewer,
  asking: Asking,
): Promise<never> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const id = await insertRequest(tx, { ...asking, asked_by_id: staff.user_id, asked_at: now });
    if (id === undefined) return refuseOther(tx, asking);
    await writeAudit(tx, now, staff, {
      action: 'second_person.ask',
      subject: asking.subject,
      detail: { request_id: id, kind: asking.kind, amount_cents: asking.amount_cents },
    });
    await enqueue(tx, now, { kind: 'orders.second_person', ref: String(id), payload: { request_id: id } });
  });
  const limit = await limitOf(db);
  throw new Refusal(billingRefusals.second_person_asked, {
    data: { limit: formatMoney(limit ?? cents(0)) },
    items: [ASKED],
  });
}
