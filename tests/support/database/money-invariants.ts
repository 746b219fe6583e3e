import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { brokenRules, type BrokenRule, type Rule } from './broken-rules.ts';
import { CHECK_RULES } from './check-rules.ts';

/** What an event of a charge or a refund moves at the processor; fees and payouts are read every night. */
const OF_CHARGES = sql.raw(
  `('charge', 'settlement', 'return', 'refund', 'refund_failed', 'dispute', 'dispute_back', 'dispute_won')`,
);

const classOf = (kind: SQL): SQL =>
  sql`case when ${kind} in ('refund', 'refund_failed') then 'refunds'
    when starts_with(${kind}, 'dispute') then 'disputes' else 'charges' end`;

/** `standing` is 1 while a check or cash stands that staff have taken in and not taken back (MC9). */
const RECEIVED = sql`(select split_part(ref, '-', 2)::bigint as payment_id,
    count(*) filter (where kind = 'received') - count(*) filter (where kind = 'received_back') as standing
  from journal where kind in ('received', 'received_back') group by 1)`;

/** What a bank has not given back to the payer for good. */
const isKept = sql`not exists (select 1 from sandbox.disputes d where d.charge_ref = c.ref
  and d.state = 'lost')`;

// Each query lists what breaks the rule; an empty answer is a pass. Numbers as in reliability 4.4.
const ALWAYS: Rule[] = [
  {
    name: 'I2 every journal sums to nothing',
    broken: sql`select journal_id from postings group by journal_id having sum(amount_cents) <> 0`,
  },
  {
    name: 'I1 what the ledger has of a charge at the processor has arrived there',
    broken: sql`select j.ref from journal j join postings p on p.journal_id = j.id and p.account = 'gateway'
      where j.kind in ('charge', 'settlement') and not exists (select 1 from sandbox.movements m
        where m.charge_ref = j.ref and m.kind = 'charge' and m.is_arrived
        and m.amount_cents = p.amount_cents)`,
  },
  {
    name: 'I1 what the ledger has of a refund at the processor has arrived there',
    broken: sql`select j.ref from journal j join postings p on p.journal_id = j.id and p.account = 'gateway'
      where j.kind in ('refund', 'refund_failed') and not exists (select 1 from sandbox.movements m
        where m.refund_ref = j.ref and m.kind = j.kind and m.is_arrived
        and m.amount_cents = p.amount_cents)`,
  },
  {
    name: 'I1 what the ledger has of a dispute at the processor has arrived there',
    broken: sql`select j.ref from journal j join postings p on p.journal_id = j.id and p.account = 'gateway'
      where j.kind in ('dispute', 'dispute_won') and not exists (select 1 from sandbox.movements m
        where m.dispute_ref = j.ref and (m.kind = 'dispute') = (j.kind = 'dispute')
        and m.amount_cents = p.amount_cents)`,
  },
  {
    name: 'I1 what is disputed in the ledger is what banks have taken back and not decided about',
    broken: sql`select * from (select (select coalesce(sum(amount_cents), 0) from postings
        where account = 'disputed') as ledger,
      (select coalesce(sum(withdrawn_cents - reinstated_cents), 0) from disputes
        where state in ('open', 'answered')) as disputes) sums where ledger <> disputes`,
  },
  {
    name: 'I8 nothing is refunded of a charge while its bank has the money',
    broken: sql`select r.id from refunds r join disputes d on d.charge_attempt_id = r.charge_attempt_id
      join journal j on j.kind = 'dispute' and j.ref = d.gateway_ref where r.created_at > j.at
      and (d.closed_at is null or r.created_at < d.closed_at) and r.state not in ('failed', 'bounced')`,
  },
  {
    name: 'I1 the fees and payouts of the ledger are those that were read, one by one',
    broken: sql`select coalesce(ours.kind, theirs.kind) as kind, coalesce(ours.ref, theirs.ref) as ref
      from (select j.kind, j.ref, p.amount_cents as cents from journal j
        join postings p on p.journal_id = j.id and p.account = 'gateway'
        where j.kind in ('fee', 'payout', 'payout_back', 'top_up', 'reserve')) ours
      full join (select 'fee' as kind, id as ref,
          (case when kind = 'fee' then amount_cents else 0 end) - fee_cents as cents
        from processor_movements where fee_cents <> 0 or kind = 'fee'
        union all select kind, id, amount_cents from processor_movements
        where kind in ('payout', 'payout_back', 'top_up', 'reserve')) theirs
      on ours.kind = theirs.kind and ours.ref = theirs.ref where ours.cents is distinct from theirs.cents`,
  },
  {
    name: 'I3 at most one captured charge a payment row',
    broken: sql`select a.payment_id from sandbox.charges c join charge_attempts a on a.id = c.attempt_id
      where c.state in ('captured', 'pending', 'settled') and ${isKept} group by a.payment_id
      having count(*) > 1`,
  },
  {
    name: 'I5 no active order without a charge, a pending debit, or nothing to pay at checkout',
    broken: sql`select o.id from orders o where o.status = 'active' and not exists
      (select 1 from transactions t where t.order_id = o.id and t.is_success and not t.is_credit)`,
  },
  {
    name: "I6 a route's taken seats are its live orders, never above its capacity",
    broken: sql`select r.id from routes r
      where r.seats_taken <> (select count(*) from orders o where o.route_id = r.id
      and o.status in ('awaiting_aid', 'pending_payment', 'active')) or r.seats_taken > r.capacity`,
  },
  {
    name: 'A6 an order that awaits its aid has no number, no charge and no receipt',
    broken: sql`select o.id from orders o join contracts c on c.order_id = o.id
      where o.status = 'awaiting_aid' and (c.contract_number is not null or o.activated_at is not null
      or exists (select 1 from invoices i where i.order_id = o.id)
      or exists (select 1 from payments p join charge_attempts a on a.payment_id = p.id
        where p.order_id = o.id))`,
  },
  {
    name: 'A6 an order awaits its aid while nobody has decided about it, and no longer',
    broken: sql`select o.id from orders o join contracts c on c.order_id = o.id
      join contract_financial_aid f on f.contract_id = c.id
      where o.status = 'awaiting_aid' and f.outcome is not null`,
  },
  {
    name: 'A6 aid that was declined is asked for once, unless its order has ended',
    broken: sql`select f.id from contract_financial_aid f join contracts c on c.id = f.contract_id
      join orders o on o.id = c.order_id
      left join payments p on p.financial_aid_id = f.id
      where (p.id is not null and f.consequence is distinct from 'difference')
      or (f.consequence = 'end' and o.status <> 'cancelled')`,
  },
  {
    name: 'I7 one live order a student and route',
    broken: sql`select student_id from orders
      where status in ('awaiting_aid', 'pending_payment', 'active')
      group by student_id, route_id having count(*) > 1`,
  },
  {
    name: 'I12 a payment is paid exactly when the journal has its charge and no return, or staff’s receipt',
    broken: sql`select p.id from payments p left join ${RECEIVED} r on r.payment_id = p.id
      where (p.paid_at is not null) <> (exists
      (select 1 from charge_attempts a join journal j on j.kind = 'charge' and j.ref = a.gateway_ref
        where a.payment_id = p.id and not exists (select 1 from journal back
          where back.kind = 'return' and back.ref = j.ref))
      or coalesce(r.standing, 0) = 1) or r.standing not in (0, 1)`,
  },
  {
    name: 'I12 an active order owes its payments neither paid nor cancelled, and another nothing',
    broken: sql`select o.id from orders o where owed_cents <> (select coalesce(sum(amount_cents), 0)
      from payments p where p.order_id = o.id and paid_at is null and p.status <> 'cancelled'
        and o.status = 'active')`,
  },
  {
    name: 'I12 what staff took in is charged nowhere else',
    broken: sql`select p.id from payments p
      join charge_attempts a on a.payment_id = p.id
      and a.state in ('created', 'sent', 'unknown', 'processing', 'succeeded')
      join ${RECEIVED} r on r.payment_id = p.id where r.standing <> 0`,
  },
  {
    name: 'M8 the checks and cash of the ledger are those of the transactions',
    broken: sql`select * from (select (select coalesce(sum(amount_cents), 0) from postings
        where account = 'office') as ledger,
      (select coalesce(sum(case when t.is_credit then -t.value_cents else t.value_cents end), 0)
        from transactions t
        join options o on o.id = t.payment_type_id and o.key in ('paymentTypeCheck', 'paymentTypeCash')
        where t.is_success and not t.is_adjustment) as lines) sums where ledger <> lines`,
  },
  {
    name: 'M8 what staff changed of a debt is a line and two sides of the ledger',
    broken: sql`select * from (select (select coalesce(sum(amount_cents), 0) from postings
        where account = 'owed') as ledger,
      (select coalesce(sum(case when is_credit then -value_cents else value_cents end), 0) from transactions
        where is_adjustment and description_detail = 'Payment adjustment') as lines) sums
        where ledger <> lines`,
  },
  {
    name: 'I8 what a payment has reserved are its refunds that have not failed',
    broken: sql`select p.id from payments p
      where p.refunded_cents <> (select coalesce(sum(r.amount_cents - r.surcharge_cents), 0)
      from refunds r where r.payment_id = p.id and r.state not in ('failed', 'bounced'))`,
  },
  {
    name: 'I8 a refund has succeeded exactly when it is in the journal, with credits of its sum',
    broken: sql`select r.id from refunds r where (r.state in ('succeeded', 'bounced')) <> exists
      (select 1 from journal j where j.kind = 'refund' and j.ref in (r.gateway_ref, 'refund-' || r.id))
      union all select r.id from refunds r where (r.state = 'bounced') <> exists
      (select 1 from journal j where j.kind = 'refund_failed'
        and j.ref in (r.gateway_ref, 'refund-' || r.id))
      union all select p.id from payments p
      where (select coalesce(sum(r.amount_cents), 0) from refunds r
        where r.payment_id = p.id and r.state = 'succeeded')
      <> (select coalesce(sum(case when t.is_credit then t.value_cents else -t.value_cents end), 0)
        from transactions t where t.payment_id = p.id and t.is_adjustment
        and t.description_detail is distinct from 'Payment adjustment')`,
  },
  {
    name: 'R4 no charge gives back more than it took',
    broken: sql`select c.ref from sandbox.charges c
      where c.amount_cents < (select coalesce(sum(r.amount_cents), 0)
      from sandbox.refunds r where r.charge_ref = c.ref and r.state = 'succeeded')`,
  },
  {
    name: 'R4 no payment gives back more than it took, by whichever way',
    broken: sql`select r.payment_id from refunds r join payments p on p.id = r.payment_id
      where r.state not in ('failed', 'bounced') group by r.payment_id, p.amount_cents
      having sum(r.amount_cents) > p.amount_cents + coalesce((select max(a.surcharge_cents)
        from charge_attempts a where a.payment_id = r.payment_id
        and a.state in ('succeeded', 'returned')), 0)`,
  },
  {
    name: 'I13 at most one refund a request',
    broken: sql`select request_key from order_refunds group by request_key having count(*) > 1`,
  },
  {
    name: 'I13 at most one refund a request: what the processor gave back is no more than what was decided',
    broken: sql`select refund_id from sandbox.refunds where state = 'succeeded' group by refund_id
      having count(*) > 1`,
  },
];

const HEALED: Rule[] = [
  {
    name: "I1 the ledger's gateway account equals what has arrived at the processor, by class",
    broken: sql`select coalesce(ours.class, theirs.class) as class, ours.cents as ours, theirs.cents as theirs
      from (select ${classOf(sql`j.kind`)} as class, sum(p.amount_cents) as cents from postings p
        join journal j on j.id = p.journal_id
        where p.account = 'gateway' and j.kind in ${OF_CHARGES} group by 1) ours
      full join (select ${classOf(sql`kind`)} as class, sum(amount_cents) as cents from sandbox.movements
        where is_arrived and not is_foreign and kind in ${OF_CHARGES} group by 1) theirs
      on ours.class = theirs.class where coalesce(ours.cents, 0) <> coalesce(theirs.cents, 0)`,
  },
  {
    name: 'I1 every movement of the processor that has arrived is in the ledger',
    broken: sql`select m.charge_ref from sandbox.movements m left join journal j
      on j.kind = case m.kind when 'dispute_back' then 'dispute_won' else m.kind end
      and j.ref = coalesce(m.dispute_ref, m.refund_ref, m.charge_ref)
      where m.is_arrived and not m.is_foreign and m.kind in ${OF_CHARGES} and j.id is null`,
  },
  {
    // What staff made inactive keeps the charges that it has taken (M11).
    name: 'I4 no captured charge without an active order',
    broken: sql`select c.ref from sandbox.charges c join charge_attempts a on a.id = c.attempt_id
      join payments p on p.id = a.payment_id
      join orders o on o.id = p.order_id
      where c.state in ('captured', 'pending', 'settled') and o.status not in ('active', 'cancelled')`,
  },
  {
    // One that was made past the portal names none.
    name: 'I4 no captured charge without an attempt',
    broken: sql`select c.ref from sandbox.charges c left join charge_attempts a on a.id = c.attempt_id
      where c.state in ('captured', 'pending', 'settled') and c.attempt_id is not null and ${isKept}
      and (a.id is null or a.state not in ('succeeded', 'processing'))`,
  },
  {
    // The same sum where both sides are told apart by the charge, so that two faults can't hide each other.
    name: "I1 the ledger's gateway account equals the processor's movements, charge by charge",
    broken: sql`select ref from (select j.ref, sum(p.amount_cents) as ours, 0 as theirs from postings p
        join journal j on j.id = p.journal_id
        where p.account = 'gateway' and j.kind in ('charge', 'settlement', 'return') group by j.ref
      union all select charge_ref, 0, sum(amount_cents) from sandbox.movements
      where is_arrived and not is_foreign and kind in ('charge', 'return')
      group by charge_ref) sides
      group by ref having sum(ours) <> sum(theirs)`,
  },
  {
    name: 'I8 refunds at the processor are the succeeded refunds of payments',
    broken: sql`select coalesce(r.gateway_ref, s.ref) as ref
      from (select r.* from refunds r join order_refunds o on o.id = r.order_refund_id
        where o.way = 'processor' and r.state = 'succeeded') r
      full join (select ref, refund_id, amount_cents from sandbox.refunds
        where state = 'succeeded') s on s.ref = r.gateway_ref
      where r.id is distinct from coalesce(s.refund_id, r.id)
        or r.amount_cents is distinct from s.amount_cents`,
  },
  {
    name: 'I8 no part of a refund is lost: what was decided is what its parts come to',
    broken: sql`select o.id from order_refunds o
      where o.amount_cents <> (select coalesce(sum(r.amount_cents), 0) from refunds r
        where r.order_refund_id = o.id)`,
  },
  {
    name: 'I9 nothing waits for an answer: refunds',
    broken: sql`select id, state from refunds where state in ('created', 'sent', 'unknown')`,
  },
  {
    name: 'I10 one mail about each refund that gave money back, and none about one that did not',
    broken: sql`select o.id from order_refunds o
      left join outbox x on x.kind = 'billing.refund_issued' and x.ref = o.id::text
      where (x.id is null and exists (select 1 from refunds r
        where r.order_refund_id = o.id and r.state = 'succeeded'))
      or (x.id is not null and not exists (select 1 from refunds r
        where r.order_refund_id = o.id and r.state in ('succeeded', 'bounced')))`,
  },
  {
    name: 'I9 nothing waits for an answer: attempts',
    broken: sql`select id, state from charge_attempts where state in ('created', 'sent', 'unknown')`,
  },
  {
    name: 'I9 nothing waits for an answer: orders',
    broken: sql`select id from orders where status = 'pending_payment'`,
  },
  {
    name: 'I10 exactly one receipt a charge',
    broken: sql`select a.id from charge_attempts a
      left join outbox x on x.kind = 'billing.receipt' and x.payload->>'charge_attempt_id' = a.id::text
      group by a.id having count(x.id) <> (a.state in ('succeeded', 'processing', 'returned'))::int`,
  },
];

/**
 * The invariants of money that do not hold, by name with the rows that break them; empty is well.
 * `always` may be asked at any instant, `healed` also asks what must hold once the resolver is through.
 *
 *     expect(await brokenInvariants(db, 'healed')).toEqual([]);
 *
 * Source: reliability 4.4
 */
export function brokenInvariants(db: Db, when: 'always' | 'healed'): Promise<BrokenRule[]> {
  const always = [...ALWAYS, ...CHECK_RULES];
  return brokenRules(db, when === 'always' ? always : [...always, ...HEALED]);
}
