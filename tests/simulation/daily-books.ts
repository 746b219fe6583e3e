import { sql, type SQL } from 'drizzle-orm';
import { importMovements } from '#modules/billing/processor-books/import-movements.service.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { brokenRules, type BrokenRule, type Rule } from '#tests/support/database/broken-rules.ts';
import { openEvents } from './next-event.ts';
import type { World } from './world.ts';

/** Charges and refunds of which the portal has not heard everything, and may not have booked. */
const openRefs = (
  today: PlainDate,
): SQL => sql`(select object_ref as ref from ${openEvents(today)} open_events where object_ref is not null
  union select c.ref from sandbox.charges c join charge_attempts a on a.id = c.attempt_id
  where a.state in ('created', 'sent', 'unknown')
  union select s.ref from sandbox.refunds s join refunds r on r.id = s.refund_id
  where r.state in ('created', 'sent', 'unknown'))`;

const sidesOf = (ref: SQL, { ours, theirs, open }: Record<'ours' | 'theirs' | 'open', SQL>): SQL => sql`
  select ref, sum(ours) as ours, sum(theirs) as theirs from (
    select j.ref, p.amount_cents as ours, 0 as theirs from journal j
    join postings p on p.journal_id = j.id and p.account = 'gateway' where j.kind in ${ours}
    union all select ${ref}, 0, amount_cents from processor_movements
    where is_arrived and kind in ${theirs}) sides
  where ref not in ${open} group by ref having sum(ours) <> sum(theirs)`;

const books = (open: SQL): Rule[] => [
  {
    name: 'I1 charges: the ledger is what has arrived, charge by charge',
    broken: sidesOf(sql`charge_ref`, {
      ours: sql`('charge', 'settlement', 'return')`,
      theirs: sql`('charge', 'return')`,
      open,
    }),
  },
  {
    name: 'I1 refunds: the ledger is what has arrived, refund by refund',
    broken: sidesOf(sql`refund_ref`, {
      ours: sql`('refund', 'refund_failed')`,
      theirs: sql`('refund', 'refund_failed')`,
      open,
    }),
  },
  {
    name: 'R4 a refund is booked once the processor says that the money has gone',
    broken: sql`select r.id from refunds r join sandbox.refunds s on s.refund_id = r.id
      where r.state = 'succeeded' and s.state = 'pending'`,
  },
  {
    name: 'I1 fees and payouts: the ledger is what the processor has kept and paid out',
    broken: sql`select * from (select
      (select coalesce(-sum(p.amount_cents), 0) from postings p where account = 'processor_fees') as fees,
      (select coalesce(-sum(fee_cents), 0) from sandbox.movements) as theirs,
      (select coalesce(-sum(p.amount_cents), 0) from postings p where account = 'bank') as paid,
      (select coalesce(sum(amount_cents), 0) from sandbox.movements where kind = 'payout') as out) sums
      where fees <> theirs or paid <> out`,
  },
  {
    name: 'I1 the account at the processor is its balance, less what is on its way',
    broken: sql`select * from (select
      (select coalesce(sum(amount_cents), 0) from postings where account = 'gateway') as ours,
      (select coalesce(sum(amount_cents - fee_cents), 0) from sandbox.movements) as balance,
      (select coalesce(sum(amount_cents), 0) from sandbox.movements where not is_arrived) as under_way) sums
      where ours <> balance - under_way and not exists ${open}`,
  },
  {
    name: 'MS8 what the processor holds back is on the account reserved',
    broken: sql`select * from (select
      (select coalesce(sum(amount_cents), 0) from postings where account = 'reserved') as ours,
      (select coalesce(-sum(amount_cents), 0) from sandbox.movements where kind = 'reserve') as held) sums
      where ours <> held`,
  },
  {
    name: 'S18 every payout is the sum of what it says it is',
    broken: sql`select p.ref from processor_payouts p where p.movement_count is not null
      and p.amount_cents <> (select coalesce(sum(m.amount_cents - m.fee_cents), 0)
        from processor_movements m where m.payout_ref = p.ref and m.kind <> 'payout')`,
  },
];

/** At the end of a day, as at night: reads the processor's books and compares every class of them (I1). */
export async function brokenBooks(world: World): Promise<BrokenRule[]> {
  await importMovements(world.context.billing);
  const { rows } = await world.db.execute<{ debits: number; payouts: number }>(sql`select
    (select count(*)::int from processor_movements where not is_arrived) as debits,
    (select count(*)::int from processor_payouts) as payouts`);
  if (rows[0]!.debits > 0) world.simEvents('books compared with a debit on its way');
  if (rows[0]!.payouts > 0) world.simEvents('books compared with a payout');
  return brokenRules(world.db, books(openRefs(world.clock.today())));
}
