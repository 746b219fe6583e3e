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
import { findWaitingAbout, insertRequest, type NewRequest } from './second-person.queries.ts';

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

export const limitOf = async (db: Db): Promise<Cents | null> =>
  (await findCompany(db))?.second_person_above_cents ?? null;

/** Only one request about the refunds of an order waits at a time. */
export const refundsSubject = (order_id: number) => `order:${order_id}`;

export type Asking = Omit<NewRequest, 'asked_by_id' | 'asked_at'>;

const WHAT = {
  refund: m.server_second_person_refund,
  refund_request: m.server_second_person_refund,
  waiver: m.server_second_person_waiver,
  received: m.server_second_person_received,
  aid_confirm: m.server_second_person_aid_confirm,
  aid_end: m.server_second_person_aid_end,
};

/** A command from the table has been through JSON. */
const isSameCommand = (one: unknown, other: unknown) =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));

/** @throws Refusal second_person_other unless the waiting request is the same */
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
 * A repeated request adds nothing. Opens its own transaction (H4).
 * @throws Refusal second_person_asked; second_person_other while another request about the same money waits
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
