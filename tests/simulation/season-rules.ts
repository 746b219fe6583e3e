import { sql, type SQL } from 'drizzle-orm';
import { listMatters } from '#modules/billing/worklist/list-matters.service.ts';
import type { BrokenRule, Rule } from '#tests/support/database/broken-rules.ts';
import type { World } from './world.ts';

const ASKS_FOR_NOTHING: Rule = {
  name: 'MC4 an ended order asks for nothing',
  broken: sql`select p.id from payments p join orders o on o.id = p.order_id
    where o.status = 'cancelled' and (p.next_try_on is not null or
      p.status not in ('paid', 'processing', 'cancelled'))`,
};

const USES_OF_CODES: Rule = {
  name: 'MC11 the uses of an aid code are its orders, and ended ones whose use staff call spent',
  broken: sql`select c.id from financial_aid_codes c where c.uses <> (select count(*)
    from contract_financial_aid f join contracts k on k.id = f.contract_id
      join orders o on o.id = k.order_id
    where f.financial_aid_code_id = c.id and f.outcome is distinct from 'declined'
    and (o.status in ('awaiting_aid', 'pending_payment', 'active')
      or exists (select 1 from audit_log l where l.action = 'order.cancel'
        and l.subject = 'order:' || o.id and l.detail -> 'after' ->> 'aid_use' = 'spent')))`,
};

const companyDay = (instant: string) => sql.raw(`(${instant} at time zone 'America/New_York')::date`);

/** What families tried to pay before its day, if staff have moved no day; a lost dispute has its own way. */
const TRIED_EARLY = sql`charge_attempts a join payments p on p.id = a.payment_id
  join orders o on o.id = p.order_id and o.status = 'active'
  where a.is_by_family and a.state in ('declined', 'returned') and a.code is distinct from 'disputed'
  and ${companyDay('a.finished_at')} < p.pay_on
  and not exists (select 1 from audit_log l
    where l.subject = 'payment:' || p.id and l.detail -> 'after' ? 'pay_on')`;

const MAILS_COME_TRUE: Rule[] = [
  {
    name: 'MC5 what a family could not pay early stays planned for its day',
    broken: sql`select p.id from ${TRIED_EARLY} and p.status in ('failed', 'returned')
      and not exists (select 1 from charge_attempts b
        where b.payment_id = p.id and b.attempt_no > a.attempt_no)`,
  },
  {
    // Another reminder of these days shows that the portal was there to write this one; the notice of a fee
    // that is as young stands for the reminder.
    name: 'MC5 a reminder goes out five days before a charge, whatever was tried before',
    broken: sql`select b.id from (select a.finished_at, a.attempt_no, p.id, p.pay_on from ${TRIED_EARLY}) p
      join charge_attempts b on b.payment_id = p.id and b.attempt_no = p.attempt_no + 1 and not b.is_by_family
      where not exists (select 1 from outbox x where x.kind = 'billing.congestion_fee'
        and x.ref = p.id::text and ${companyDay('x.created_at')} >= p.pay_on - 5)
      and exists (select 1 from outbox x where x.kind = 'billing.payment_upcoming'
        and x.created_at > p.finished_at
        and ${companyDay('x.created_at')} between p.pay_on - 5 and p.pay_on - 1)
      and not exists (select 1 from outbox x where x.kind = 'billing.payment_upcoming'
        and x.ref = p.id || '-' || p.pay_on)`,
  },
];

/** Rules of a company whose sum stays what it is. */
const SECOND_PERSON: Rule[] = [
  {
    name: 'H4 what goes back with declined aid above the sum was approved by a second person',
    broken: sql`select r.id from order_refunds r cross join company
      where r.request_key like 'aid-%' and r.amount_cents > company.second_person_above_cents
      and not exists (select 1 from second_person_requests s where s.order_id = r.order_id
        and s.kind = 'aid_end' and s.outcome = 'approved' and s.decided_by_id = r.approved_by
        and s.asked_by_id <> s.decided_by_id)`,
  },
  {
    name: 'H4 what a second person has approved is a claim declined in their name, with its order ended',
    broken: sql`select s.id from second_person_requests s join orders o on o.id = s.order_id
      join contracts c on c.order_id = o.id join contract_financial_aid f on f.contract_id = c.id
      where s.kind = 'aid_end' and s.outcome = 'approved' and (o.status <> 'cancelled'
      or f.outcome is distinct from 'declined' or f.consequence is distinct from 'end'
      or f.decided_by_id <> s.decided_by_id)`,
  },
];

/** The cast has one name for one child, whichever account has a record. */
const SAME_CHILD = sql`orders a join students s on s.id = a.student_id
  join orders b on b.route_id = a.route_id and b.id > a.id join students t on t.id = b.student_id
    and t.id <> s.id and (t.first_name, t.last_name) = (s.first_name, s.last_name)
  where a.status in ('awaiting_aid', 'pending_payment', 'active')
    and b.status in ('awaiting_aid', 'pending_payment', 'active')`;

const names = (student: 's' | 't', user_id: SQL) =>
  sql`${sql.raw(student)}.guardian_2_email = 'family' || ${user_id} || '@prepared.example'`;

const ONE_CHILD: Rule[] = [
  {
    name: 'MC10 one child has one seat on a route, in one account or two that name each other',
    broken: sql`select a.id as one, b.id as other from ${SAME_CHILD} and (a.user_id = b.user_id
      or (${names('s', sql`b.user_id`)} and ${names('t', sql`a.user_id`)}))`,
  },
  {
    name: 'MC10 a child that may have two seats is a payment issue',
    broken: sql`select a.id as one, b.id as other from ${SAME_CHILD} and not exists (select from audit_log l
      where l.action = 'orders.child_twice' and (l.detail ->> 'order_id')::bigint in (a.id, b.id))`,
  },
  {
    name: 'MC10 no child earns a sibling discount by its own contract',
    broken: sql`select d.id from contract_discounts d join contracts c on c.id = d.contract_id
      join orders a on a.id = c.order_id join students s on s.id = a.student_id
      join contracts n on n.contract_number = d.contract_number
      join orders b on b.id = n.order_id join students t on t.id = b.student_id
      where (t.first_name, t.last_name) = (s.first_name, s.last_name)`,
  },
];

const WITHDRAWN_FEES: Rule[] = [
  {
    // Staff may have waived the fee of a family before.
    name: 'MC8 whoever was told of a fee hears that it was withdrawn',
    broken: sql`select p.id from payments p join congestion_fees f on f.id = p.congestion_fee_id
      join orders o on o.id = p.order_id and o.status = 'active'
      join outbox x on x.kind = 'billing.congestion_fee' and x.ref = p.id::text
      where f.withdrawn_at is not null
      and not exists (select from outbox y
        where y.kind = 'billing.congestion_fee_withdrawn' and y.ref = p.id::text)
      and not exists (select from journal j
        where j.kind = 'adjustment' and split_part(j.ref, '-', 2) = p.id::text)`,
  },
  {
    name: 'MC8 no fee that families have paid is withdrawn before staff said what becomes of the money',
    broken: sql`select l.id from audit_log l where l.action = 'congestion_fee.withdraw'
      and (l.detail -> 'after' ->> 'taken')::int > 0 and not l.detail -> 'after' ? 'paid'`,
  },
  {
    name: 'MC8 nobody owes a withdrawn fee',
    broken: sql`select p.id from payments p join congestion_fees f on f.id = p.congestion_fee_id
      where f.withdrawn_at is not null and (p.next_try_on is not null
        or p.status not in ('paid', 'processing', 'cancelled'))`,
  },
];

const THE_WAY_BACK: Rule[] = [
  {
    name: 'MS3 the request of a payer at the screen names the way back, and of no other',
    broken: sql`select id from charge_attempts
      where (params ->> 'presence' = 'here') <> (params ? 'return_url')`,
  },
  {
    name: 'S19 the processor calls no request of ours wrong',
    broken: sql`select id from charge_attempts where code = 'refused_request'`,
  },
];

/** What holds once a season has healed, beside the invariants of money. */
export const SEASON_RULES: readonly Rule[] = [
  ...SECOND_PERSON,
  ASKS_FOR_NOTHING,
  USES_OF_CODES,
  ...MAILS_COME_TRUE,
  ...ONE_CHILD,
  ...WITHDRAWN_FEES,
  ...THE_WAY_BACK,
];

/** What a withdrawn fee has taken and no refund has given back stands among the payment issues (MC8). */
export async function forgottenFees({ db, clock }: World): Promise<BrokenRule[]> {
  const { rows } = await db.execute<{ id: number }>(sql`select p.id::int from payments p
    join congestion_fees f on f.id = p.congestion_fee_id
    where f.withdrawn_at is not null and p.status in ('paid', 'processing')
    and p.refunded_cents < p.amount_cents order by p.id`);
  const shown = (await listMatters(db, clock)).filter(({ kind }) => kind === 'withdrawn_fee_paid');
  const forgotten = rows.filter(({ id }) => !shown.some(({ payment }) => payment?.id === id));
  const name = 'MC8 what a withdrawn fee has taken is refunded or is a payment issue';
  return forgotten.length > 0 ? [{ name, rows: forgotten }] : [];
}
