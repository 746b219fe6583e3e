import { sql } from 'drizzle-orm';
import { chargeAttempts } from '#db/tables/billing/billing.ts';
import { journal, postings } from '#db/tables/billing/ledger.ts';
import { processorMovements } from '#db/tables/billing/processor-books.ts';
import { refunds } from '#db/tables/billing/refunds.ts';
import type { Cents } from '#kit/money.ts';
import type { Tx } from '#platform/db/database.ts';
import type { DifferenceClass, DifferenceKind } from './difference.states.ts';

export type Unequal = {
  kind: DifferenceKind;
  class: DifferenceClass;
  ref: string;
  ours_cents: Cents;
  theirs_cents: Cents;
  /** the newest event on each side; null on a side without events */
  our_at: Date | null;
  their_at: Date | null;
};

// Both sides in the same shape: a charge with returns, a refund or dispute with money returned, and every
// other line alone. The account `gateway` is our balance at the processor.
const OURS = sql`
  select case when j.kind in ('charge', 'settlement', 'return') then 'charge'
      when j.kind in ('refund', 'refund_failed') then 'refund'
      when j.kind in ('dispute', 'dispute_won') then 'dispute' else 'line' end as class,
    j.ref, sum(p.amount_cents) as cents, max(j.at) as at
  from ${postings} p join ${journal} j on j.id = p.journal_id
  where p.account = 'gateway' group by 1, 2`;

const BOOKED_AT_NIGHT = sql`('fee', 'payout', 'payout_back', 'top_up', 'reserve')`;

const THEIRS = sql`
  select class, ref, sum(cents) as cents, max(at) as at from (
    select 'charge' as class, charge_ref as ref, amount_cents as cents, at from ${processorMovements}
    where is_arrived and not is_foreign and kind in ('charge', 'return')
    union all select 'refund', refund_ref, amount_cents, at from ${processorMovements}
    where is_arrived and not is_foreign and kind in ('refund', 'refund_failed')
    union all select 'dispute', dispute_ref, amount_cents, at from ${processorMovements}
    where is_arrived and not is_foreign and kind in ('dispute', 'dispute_back')
    union all select 'line', id, -fee_cents + case when kind in ${BOOKED_AT_NIGHT}
      then amount_cents else 0 end, at from ${processorMovements}
    where fee_cents <> 0 or kind in ${BOOKED_AT_NIGHT}) lines
  group by class, ref`;

const isRefusedHere = sql`exists (select 1 from ${chargeAttempts} a
    where sides.class = 'charge' and a.gateway_ref = sides.ref and a.state in ('declined', 'not_found'))
  or exists (select 1 from ${refunds} r
    where sides.class = 'refund' and r.gateway_ref = sides.ref and r.state in ('failed', 'not_found'))`;

const UNEQUAL = sql`
  select case when theirs_cents = 0 and their_at is null then 'ours_only'
      when our_at is not null then 'amount'
      when ${isRefusedHere} then 'state' else 'theirs_only' end as kind,
    class, ref, ours_cents, theirs_cents, our_at, their_at
  from (select coalesce(ours.class, theirs.class) as class, coalesce(ours.ref, theirs.ref) as ref,
      coalesce(ours.cents, 0) as ours_cents, coalesce(theirs.cents, 0) as theirs_cents,
      ours.at as our_at, theirs.at as their_at
    from (${OURS}) ours full join (${THEIRS}) theirs on ours.class = theirs.class and ours.ref = theirs.ref
    where coalesce(ours.cents, 0) <> coalesce(theirs.cents, 0)) sides
  union all
  select case when is_foreign then 'foreign' else 'unknown_kind' end, 'line', id, 0, amount_cents,
    null, at
  from ${processorMovements}
  where kind = 'other_currency' or is_arrived and amount_cents <> 0 and (kind = 'other' or (is_foreign
    and kind in ('charge', 'return', 'refund', 'refund_failed', 'dispute', 'dispute_back')))`;

type Row = Record<'ours_cents' | 'theirs_cents', string> &
  Record<'our_at' | 'their_at', string | null> &
  Pick<Unequal, 'kind' | 'class' | 'ref'>;

export async function listUnequal(tx: Tx): Promise<Unequal[]> {
  const { rows } = await tx.execute<Row>(UNEQUAL);
  return rows.map(({ ours_cents, theirs_cents, our_at, their_at, ...row }) => ({
    ...row,
    ours_cents: Number(ours_cents) as Cents,
    theirs_cents: Number(theirs_cents) as Cents,
    our_at: our_at === null ? null : new Date(our_at),
    their_at: their_at === null ? null : new Date(their_at),
  }));
}

export async function sumBothSides(tx: Tx): Promise<{ ledger_cents: Cents; on_its_way_cents: Cents }> {
  const { rows } = await tx.execute<{ ledger: string; on_its_way: string }>(sql`select
    (select coalesce(sum(amount_cents), 0) from ${postings} where account = 'gateway') as ledger,
    (select coalesce(sum(amount_cents), 0) from ${processorMovements} where not is_arrived) as on_its_way`);
  const [sums] = rows;
  return {
    ledger_cents: Number(sums!.ledger) as Cents,
    on_its_way_cents: Number(sums!.on_its_way) as Cents,
  };
}
