import { sql, type SQL } from 'drizzle-orm';
import { chargeAttempts, payments } from '#db/tables/billing/billing.ts';
import { congestionFees } from '#db/tables/billing/congestion-fees.ts';
import { journal, transactions, transactionWords } from '#db/tables/billing/ledger.ts';
import { contractAmendments } from '#db/tables/orders/contract-amendments.ts';
import { contractFinancialAid } from '#db/tables/orders/financial-aid.ts';
import { contractDiscounts, contracts, orders } from '#db/tables/orders/orders.ts';
import { auditLog } from '#db/tables/platform.ts';
import { paymentTerms } from '#db/tables/catalog/routes.ts';
import { cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { PAYMENT_ADJUSTMENT, PAYMENT_REFUND, PAYMENT_SURCHARGE } from '#modules/billing/billing.contract.ts';
import type { Db } from '#platform/db/database.ts';
import type { SeasonGrouping } from './season-groupings.ts';
import type { GroupedFacts } from './season-rows.ts';
import type { SeasonSums } from './season-columns.ts';

/** `order` is for tests: the identities hold for each contract too. */
export type FactsGrouping = SeasonGrouping | 'order';

export type FactsOfSeason = {
  period_id: number;
  by: FactsGrouping;
  second?: FactsGrouping | undefined;
  as_of: PlainDate;
  /** the first instant after the day */
  until: Date;
  time_zone: string;
};

const groupingOf = (grouping: FactsGrouping, time_zone: string): SQL => {
  const of: Record<FactsGrouping, SQL> = {
    school: sql`${orders.program_group_id}::text`,
    program: sql`${contracts.period_program_id}::text`,
    route: sql`${orders.route_id}::text`,
    term: sql`(select ${paymentTerms.name} from ${paymentTerms}
      where ${paymentTerms.id} = ${contracts.payment_term_id})`,
    payment_type: sql`${orders.price_snapshot} ->> 'paid_by'`,
    month: sql`to_char(${orders.activated_at} at time zone ${time_zone}, 'YYYY-MM')`,
    order: sql`${orders.id}::text`,
  };
  return of[grouping];
};

/** The contracts of the season signed by the end of the day, with what was signed. */
const bought = ({ period_id, by, second, until, time_zone }: FactsOfSeason): SQL => sql`
  select ${orders.id} as id, ${groupingOf(by, time_zone)} as "group",
    ${second ? groupingOf(second, time_zone) : sql`null::text`} as part,
    ${orders.status} = 'cancelled' and ${orders.ended_at} < ${until} as is_ended,
    ${contracts.base_contract_cost_cents} as principal,
    ${contracts.addons_cents} as addons,
    coalesce((select sum(${contractDiscounts.amount_cents}) from ${contractDiscounts}
      where ${contractDiscounts.contract_id} = ${contracts.id}), 0) as discounts,
    coalesce((select ${contracts.base_contract_cost_cents} + ${contracts.addons_cents}
      - ${contractFinancialAid.amount_cents} from ${contractFinancialAid}
      where ${contractFinancialAid.contract_id} = ${contracts.id}), 0) as aid
  from ${orders} join ${contracts} on ${contracts.order_id} = ${orders.id}
  where ${orders.period_id} = ${period_id} and ${orders.activated_at} < ${until}`;

/** An amendment's own reason, in the words of a line. */
const isOfAmendment = sql`exists (select from ${transactionWords}
  where ${transactionWords.transaction_id} = t.id and ${transactionWords.line} ~ ': Amendment [0-9]+$')`;

/**
 * The lines of these contracts until the end of the day, payment by payment. A charge that its bank took
 * back collected nothing, so refunds of the charge and parts lost in disputes before the return count no
 * more; what a dispute took of a charge that stands counts as refunded.
 */
const lines = ({ until }: FactsOfSeason): SQL => sql`
  select t.order_id, t.payment_id, t.is_surplus,
    sum(t.cents) filter (where t.kind = 'adjustment' and not t.is_of_amendment) as adjusted,
    sum(t.cents) filter (where t.kind = 'adjustment' and t.is_of_amendment) as amended,
    sum(t.cents) filter (where t.kind = 'principal' and t.counts = 'taken') as collected,
    -coalesce(sum(t.cents) filter (where t.kind = 'principal' and t.counts = 'back'), 0)
      - coalesce(sum(t.cents) filter (where t.kind = 'refund'), 0) as refunded,
    sum(t.cents) filter (where t.kind = 'surcharge' and t.counts = 'taken') as surcharges,
    -coalesce(sum(t.cents) filter (where t.kind = 'surcharge' and t.counts = 'back'), 0)
      as surcharges_refunded
  from (
    select t.order_id, t.payment_id,
      case when t.is_credit then -t.value_cents else t.value_cents end as cents,
      case t.description_detail when ${PAYMENT_ADJUSTMENT} then 'adjustment'
        when ${PAYMENT_REFUND} then 'refund' when ${PAYMENT_SURCHARGE} then 'surcharge'
        else 'principal' end as kind,
      case when t.is_adjustment or ended.id is not null then 'back'
        when t.charge_attempt_id is not null and t.is_credit then 'back' else 'taken' end as counts,
      t.description_detail = ${PAYMENT_ADJUSTMENT} and ${isOfAmendment} as is_of_amendment,
      t.payment_id = any(array(select ${payments.id} from ${payments} where ${payments.is_surplus}))
        as is_surplus
    from bought join ${transactions} t on t.order_id = bought.id
    left join ${chargeAttempts} ended on ended.id = t.charge_attempt_id
      and ended.state = 'returned' and ended.finished_at < ${until}
    where t.is_success and t.created_at < ${until}
  ) t group by t.order_id, t.payment_id, t.is_surplus`;

/** Congestion fees raised by the end of the day; of withdrawn ones, what nobody pays any more. */
const fees = ({ until }: FactsOfSeason): SQL => sql`
  select p.order_id, sum(f.amount_cents) filter (where p.part_of is null) as raised,
    sum(case when p.part_of is null then f.amount_cents else 0 end
      + coalesce(lines.adjusted, 0) + coalesce(lines.amended, 0) - coalesce(lines.collected, 0))
      filter (where f.withdrawn_at < ${until}) as withdrawn
  from bought join ${payments} p on p.order_id = bought.id and p.congestion_fee_id is not null
  join ${congestionFees} f on f.id = p.congestion_fee_id and f.announced_at < ${until}
  left join lines on lines.payment_id = p.id
  group by p.order_id`;

/** What was asked for by a payment and is not: a waiver and an amendment leave the amount of the row. */
const isWaived = sql`p.status = 'cancelled' and exists (select from ${journal} j
  where j.kind in ('adjustment', 'amendment') and j.ref = 'payment-' || p.id || '-' || p.version)`;

/**
 * What changed in payments after the day: days moved by staff, families and amendments, and parts that checks
 * have paid.
 */
const changed = ({ until }: FactsOfSeason): SQL => sql`
  select split_part(a.subject, ':', 2)::bigint as payment_id, a.at,
    (a.detail -> 'before' ->> 'pay_on')::date as pay_on,
    case when a.action = 'payment.split' then (a.detail -> 'before' ->> 'amount_cents')::bigint
      - (a.detail -> 'after' ->> 'amount_cents')::bigint end as split_cents,
    (a.detail ->> 'part_payment_id')::bigint as part_payment_id
  from ${auditLog} a
  where lower(a.action) like 'payment.%' and a.at >= ${until} and a.detail ? 'before'
  union all
  select (row ->> 'payment_id')::bigint, m.applied_at, (row ->> 'pay_on_before')::date, null, null
  from ${contractAmendments} m cross join jsonb_array_elements(m.plan -> 'payments') as row
  where m.state = 'applied' and m.applied_at >= ${until} and row ->> 'what' = 'changed'`;

/** Not collected by the end of the day, of payments with an earlier day. */
const pastDue = ({ as_of, until }: FactsOfSeason): SQL => sql`
  select p.order_id, sum(p.asked - coalesce(lines.collected, 0)) as cents
  from (
    select p.id, p.order_id,
      coalesce((select c.pay_on from changed c where c.payment_id = p.id and c.pay_on is not null
        order by c.at limit 1), p.pay_on) as pay_on,
      case when ${isWaived} then 0 else p.amount_cents end
        - coalesce((select sum(case when t.is_credit then -t.value_cents else t.value_cents end)
          from ${transactions} t where t.order_id = p.order_id and t.payment_id = p.id
          and t.description_detail = ${PAYMENT_ADJUSTMENT} and t.created_at >= ${until}), 0)
        + coalesce((select sum(c.split_cents) from changed c where c.payment_id = p.id), 0)
        - coalesce((select sum(c.split_cents) from changed c where c.part_payment_id = p.id), 0) as asked
    from bought join ${payments} p on p.order_id = bought.id
    left join ${congestionFees} f on f.id = p.congestion_fee_id
    where not bought.is_ended and not p.is_surplus
      and (f.id is null or f.announced_at < ${until}
        and (f.withdrawn_at is null or f.withdrawn_at >= ${until}))
      and (p.pay_on < ${as_of} or exists (select from changed c where c.payment_id = p.id))
  ) p left join lines on lines.payment_id = p.id
  where p.pay_on < ${as_of}
  group by p.order_id`;

type FactsRow = { group: string; part: string | null; is_ended: boolean; contracts: string } & Record<
  Exclude<keyof SeasonSums, 'contracts'>,
  string
>;

/** One row for each group and fate, the sums as cents. */
export async function listSeasonFacts(db: Db, of: FactsOfSeason): Promise<GroupedFacts[]> {
  const { rows } = await db.execute<FactsRow>(sql`
    with bought as (${bought(of)}), lines as (${lines(of)}), fees as (${fees(of)}),
    changed as materialized (${changed(of)}), past_due as (${pastDue(of)}),
    money as (
      select order_id,
        sum(coalesce(adjusted, 0) + case when is_surplus then collected else 0 end) as adjusted,
        sum(amended) as amended, sum(collected) as collected, sum(refunded) as refunded,
        sum(surcharges) as surcharges, sum(surcharges_refunded) as surcharges_refunded
      from lines group by order_id
    )
    select bought."group", bought.part, bought.is_ended, count(*) as contracts,
      sum(principal) as principal_cents, sum(addons) as addons_cents, sum(discounts) as discounts_cents,
      sum(aid) as aid_cents, coalesce(sum(money.amended), 0) as amendments_cents,
      coalesce(sum(money.adjusted), 0) as adjustments_cents,
      coalesce(sum(fees.raised), 0) as congestion_fees_cents,
      coalesce(sum(fees.withdrawn), 0) as withdrawn_cents,
      coalesce(sum(money.collected), 0) as collected_cents,
      coalesce(sum(money.refunded), 0) as refunded_cents,
      coalesce(sum(money.surcharges), 0) as surcharges_cents,
      coalesce(sum(money.surcharges_refunded), 0) as surcharges_refunded_cents,
      coalesce(sum(past_due.cents), 0) as past_due_cents
    from bought left join money on money.order_id = bought.id
    left join fees on fees.order_id = bought.id
    left join past_due on past_due.order_id = bought.id
    group by bought."group", bought.part, bought.is_ended`);
  return rows.map(({ group, part, is_ended, contracts: n, ...sums }) => ({
    group,
    part,
    is_ended,
    contracts: Number(n),
    ...(Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, cents(Number(sum))])) as Omit<
      SeasonSums,
      'contracts'
    >),
  }));
}
