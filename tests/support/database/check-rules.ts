import { sql } from 'drizzle-orm';
import type { Rule } from './broken-rules.ts';

/** What a check or cash has paid of each payment, as the ledger has it. */
const IN_OFFICE = sql`(select split_part(j.ref, '-', 2)::bigint as payment_id, sum(s.amount_cents) as cents,
    count(*) filter (where j.kind = 'received') - count(*) filter (where j.kind = 'received_back') as standing
  from journal j join postings s on s.journal_id = j.id and s.account = 'office'
  where j.kind in ('received', 'received_back') group by 1)`;

/** The last amount that staff have given a payment, by the audit log. */
const LAST_AMOUNT = sql`(select (a.detail->'after'->>'amount_cents')::bigint from audit_log a
  where a.subject = 'payment:' || p.id and a.detail->'after'->>'amount_cents' is not null
  and a.action in ('payment.edit', 'payment.receive', 'payment.split') order by a.id desc limit 1)`;

/** Checks over a part, over several payments, and over more than is due (MC12). */
export const CHECK_RULES: Rule[] = [
  {
    name: 'MC12 what a check has paid of a payment is the payment',
    broken: sql`select p.id from payments p join ${IN_OFFICE} r on r.payment_id = p.id
      where r.cents <> r.standing * p.amount_cents`,
  },
  {
    name: 'MC12 a part and the rest come to what was owed before',
    broken: sql`select a.subject from audit_log a
      join payments part on part.id = (a.detail->>'part_payment_id')::bigint
      where a.action = 'payment.split' and (a.detail->'before'->>'amount_cents')::bigint
        <> (a.detail->'after'->>'amount_cents')::bigint + (select sum(s.amount_cents) from journal j
          join postings s on s.journal_id = j.id and s.account = 'office'
          where j.kind = 'received' and j.ref = 'payment-' || part.id || '-2')
      union all select 'payment:' || p.id from payments p where p.amount_cents <> ${LAST_AMOUNT}
      and exists (select from payments part where part.order_id = p.order_id
        and part.part_of = p.payment_number and not part.is_surplus)
      and not exists (select from journal j
        where j.kind = 'amendment' and split_part(j.ref, '-', 2) = p.id::text)`,
  },
  {
    name: 'MC12 a check that has paid several payments is taken back whole',
    broken: sql`select check_payment_id from payments where check_payment_id is not null
      group by check_payment_id having count(*) < 2 or bool_or(paid_at is null)`,
  },
  {
    name: 'MC12 nobody owes what came above all that was due',
    broken: sql`select id from payments where is_surplus and status not in ('paid', 'cancelled')`,
  },
];
