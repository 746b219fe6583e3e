import { isDeepStrictEqual } from 'node:util';
import { m } from '#i18n/messages.js';
import { cents, formatMoney, type Cents } from '#kit/money.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { fullName } from '#kit/text/full-name.ts';
import { findCompany } from '#modules/catalog/catalog.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Db, Tx } from '#platform/db/database.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { ASKED } from './second-person.states.ts';
import {
  findRequest,
  insertRequest,
  lastDecidedAbout,
  lockWaitingAbout,
  type NewRequest,
  type RequestWithPeople,
} from './second-person.queries.ts';

export {
  approvalWork,
  countWaitingRequests,
  decideRequest,
  eraseRequestsOf,
  findRequest,
  findWaitingAbout,
  lastDecidedAbout,
  listWaitingRequests,
  lockRequestRow,
  forgetWaiting,
  type RequestWithPeople,
  type SecondPersonRow,
} from './second-person.queries.ts';

export const limitOf = async (db: Db): Promise<Cents | null> =>
  (await findCompany(db))?.second_person_above_cents ?? null;

/** Only one request about the refunds of an order waits at a time. */
export const refundsSubject = (order_id: number) => `order:${order_id}`;

export type Asking = Omit<NewRequest, 'asked_by_id' | 'asked_at'>;
/** With the last request that was decided when the asker looked at the money. */
export type AskingAfter = Asking & { decided_before: number | null };

const WHAT = {
  refund: m.server_second_person_refund,
  refund_request: m.server_second_person_refund,
  waiver: m.server_second_person_waiver,
  received: m.server_second_person_received,
  aid_confirm: m.server_second_person_aid_confirm,
  aid_end: m.server_second_person_aid_end,
  amendment: m.server_second_person_amendment,
};

/** A command from the table has been through JSON. */
const isSameCommand = (one: unknown, other: unknown) =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));

const saidOf = ({ request, asked_by }: RequestWithPeople) => ({
  what: WHAT[request.kind](),
  amount: formatMoney(request.amount_cents),
  staff: fullName(asked_by),
});

/** @throws Refusal second_person_other if the waiting request is another one */
async function refuseOther(tx: Tx, { subject, kind, command }: Asking): Promise<void> {
  const waiting = await lockWaitingAbout(tx, subject);
  if (!waiting) return;
  const { request } = waiting;
  if (request.kind === kind && isSameCommand(request.command, command)) return;
  throw new Refusal(billingRefusals.second_person_other, { data: saidOf(waiting) });
}

/**
 * A request decided since the asker looked may have given the same money; asked anew, it might go out twice.
 * @throws Refusal second_person_meanwhile
 */
async function refuseDecided(tx: Tx, asking: AskingAfter): Promise<void> {
  const id = await lastDecidedAbout(tx, asking);
  if (id === null || id === asking.decided_before) return;
  const decided = (await findRequest(tx, id))!;
  const is_approved = decided.request.outcome === 'approved';
  throw new Refusal(billingRefusals.second_person_meanwhile, { data: { ...saidOf(decided), is_approved } });
}

async function announceRequest(
  tx: Tx,
  now: Date,
  staff: Pick<Viewer, 'user_id'>,
  { id, subject, kind, amount_cents }: Asking & { id: number },
): Promise<void> {
  await writeAudit(
    tx,
    now,
    { ...staff, impersonator_id: null },
    {
      action: 'second_person.ask',
      subject,
      detail: { request_id: id },
      after: { kind, amount_cents },
    },
  );
  await enqueue(tx, now, { kind: 'orders.second_person', ref: String(id), payload: { request_id: id } });
}

/** In the transaction of what waits for the answer; a request that waits already stays (OF5.11). */
export async function requestSecondPerson(
  tx: Tx,
  now: Date,
  staff: Pick<Viewer, 'user_id'>,
  asking: Asking,
): Promise<void> {
  const id = await insertRequest(tx, { ...asking, asked_by_id: staff.user_id, asked_at: now });
  if (id !== undefined) await announceRequest(tx, now, staff, { ...asking, id });
}

/**
 * A repeated request adds nothing. Opens its own transaction (H4).
 * @throws Refusal second_person_asked; second_person_other while another request about the same money waits;
 *   second_person_meanwhile if one was decided since the asker looked
 */
export async function askSecondPerson(
  { db, clock }: { db: Database; clock: Clock },
  staff: Viewer,
  { decided_before, ...asking }: AskingAfter,
): Promise<never> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const id = await insertRequest(tx, { ...asking, asked_by_id: staff.user_id, asked_at: now });
    // An insert or a lock waits for a decision that is being written; only then is it found.
    if (id === undefined) await refuseOther(tx, asking);
    await refuseDecided(tx, { ...asking, decided_before });
    if (id !== undefined) await announceRequest(tx, now, staff, { ...asking, id });
  });
  const limit = await limitOf(db);
  throw new Refusal(billingRefusals.second_person_asked, {
    data: { limit: formatMoney(limit ?? cents(0)) },
    items: [ASKED],
  });
}
