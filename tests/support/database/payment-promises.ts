import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { BANK_HOLIDAYS } from '#tests/support/billing/bank-holidays.ts';
import { brokenRules, type BrokenRule, type Rule } from './broken-rules.ts';

const NEW_YORK = sql`'America/New_York'`;
const HOLIDAYS = sql.raw(BANK_HOLIDAYS.map((day) => `'${day}'`).join(', '));

// What M5 to M7 promise of every payment, whatever happened on the way; they hold once all has healed.
const PROMISES: Rule[] = [
  {
    // A family that goes back to a card it has used before has its one immediate attempt: the tries of a card
    // are counted in a row.
    name: 'I11 a card is tried four times at most, until the family chooses another',
    broken: sql`select payment_id, payment_method_id
      from (select *, row_number() over (partition by payment_id order by attempt_no)
        - row_number() over (partition by payment_id, payment_method_id order by attempt_no) as stretch
        from charge_attempts) a
      where state in ('declined', 'not_found') group by payment_id, payment_method_id, stretch
      having count(*) > 4`,
  },
  {
    name: 'I11 a debit comes back three times at most',
    broken: sql`select payment_id, payment_method_id from charge_attempts where state = 'returned'
      group by 1, 2 having count(*) > 3`,
  },
  {
    // Staff may charge or move a payment before that day, and a family may choose the account once more. What
    // a family tried to pay early keeps its planned day (MC5).
    name: 'MC14 a debit without funds rests five days on which banks are open',
    broken: sql`select b.id from charge_attempts a
      join charge_attempts b on b.payment_id = a.payment_id and b.payment_method_id = a.payment_method_id
        and b.attempt_no = a.attempt_no + 1
      join payment_methods m on m.id = a.payment_method_id
      join payments p on p.id = a.payment_id
      where a.state = 'returned' and a.code in ('R01', 'R09') and not b.is_by_family
      and not (a.is_by_family and (a.finished_at at time zone ${NEW_YORK})::date < p.pay_on)
      and (m.chosen_at is null or m.chosen_at <= a.finished_at)
      and not exists (select 1 from charge_attempts c where c.payment_id = a.payment_id
        and c.payment_method_id = a.payment_method_id and c.attempt_no < a.attempt_no)
      and not exists (select 1 from audit_log l
        where l.subject = 'payment:' || a.payment_id and l.at between a.finished_at and b.created_at)
      and (select count(*) from generate_series((a.finished_at at time zone ${NEW_YORK})::date + 1,
        (b.created_at at time zone ${NEW_YORK})::date, interval '1 day') day
        where extract(isodow from day) < 6 and not day::date = any(array[${HOLIDAYS}]::date[])) < 5`,
  },
  {
    name: 'I11 an account that its bank closed is debited no more',
    broken: sql`select a.id from charge_attempts a
      join charge_attempts b on b.payment_method_id = a.payment_method_id
      and a.state = 'returned' and a.code not in ('R01', 'R09') and b.created_at > a.finished_at`,
  },
  {
    // Another method may be charged once the family has chosen it after the return, or by Pay now.
    name: 'M7 no debit without an act: after a final return only what the family chose since is charged',
    broken: sql`select a.id from charge_attempts a
      join charge_attempts b on b.payment_id = a.payment_id and b.state = 'returned'
        and coalesce(b.code, '') not in ('R01', 'R09') and b.finished_at <= a.created_at
      join payment_methods m on m.id = a.payment_method_id
      where not a.is_by_family and (m.chosen_at is null or m.chosen_at <= b.finished_at)`,
  },
  {
    // The account keeps its mark of the default until the family gives it to another.
    name: 'M7 no debit without an act: nothing steps in for a default that came back for good',
    broken: sql`select a.id from charge_attempts a
      join payments p on p.id = a.payment_id
      join orders o on o.id = p.order_id
      join payment_methods m on m.id = a.payment_method_id
      join payment_methods x on x.user_id = o.user_id and x.is_default and not x.is_active
        and x.program_group_id = o.program_group_id
        and x.returned_at > o.created_at and x.returned_at <= a.created_at
      where not a.is_by_family and (m.chosen_at is null or m.chosen_at <= x.returned_at)`,
  },
  {
    name: 'S5 only a credit card pays the surcharge of cards',
    broken: sql`select a.id from charge_attempts a
      join payment_methods m on m.id = a.payment_method_id
      join options o on o.id = m.payment_type_id
      where o.key = 'paymentTypeCreditCard' and m.funding is distinct from 'credit'
      and a.surcharge_cents > 0`,
  },
  {
    name: 'I11 what a family has deleted is charged no more',
    broken: sql`select a.id from charge_attempts a join payment_methods m on m.id = a.payment_method_id
      where a.created_at > m.deactivated_at`,
  },
  {
    // A day that staff have moved says nothing of the tries before.
    name: 'M7 no payment is tried before its day',
    broken: sql`select a.id from charge_attempts a join payments p on p.id = a.payment_id
      where (a.created_at at time zone 'America/New_York')::date < p.pay_on and not a.is_by_family
      and not exists (select 1 from audit_log l
        where l.subject = 'payment:' || p.id and l.detail -> 'after' ? 'pay_on' and l.at >= a.created_at)`,
  },
  {
    name: 'M7 one mail a failed payment and method',
    broken: sql`select a.payment_id from charge_attempts a join payments p on p.id = a.payment_id
      join orders o on o.id = p.order_id
      where a.state in ('declined', 'not_found') and o.status = 'active' and not a.is_by_family
      and not exists (select 1 from outbox x
        where x.kind = 'billing.payment_failed' and x.ref = a.payment_id || '-' || a.payment_method_id)`,
  },
  {
    name: 'M6 one mail a return, and none to the family of a dispute that was lost',
    broken: sql`select a.id from charge_attempts a where a.state = 'returned'
      and (a.code = 'disputed') = exists
        (select 1 from outbox x where x.kind = 'billing.bank_return' and x.ref = a.id::text)`,
  },
  {
    name: 'M7 an order is past due exactly while a failed payment has no day',
    broken: sql`select o.id from orders o where o.status = 'active' and o.past_due <> exists
      (select 1 from payments p where p.order_id = o.id and p.status in ('failed', 'returned', 'needs_method')
        and p.next_try_on is null)`,
  },
  {
    name: 'M11 an order that has ended is charged no more',
    broken: sql`select a.id from charge_attempts a join payments p on p.id = a.payment_id
      join orders o on o.id = p.order_id where a.created_at > o.ended_at`,
  },
];

/**
 * The promises about later payments that were not kept, by name with the rows that break them. Source: M5 to
 * M7, M11
 */
export const brokenPromises = (db: Db): Promise<BrokenRule[]> => brokenRules(db, PROMISES);
