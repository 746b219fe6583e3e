import { subtract, sum, ZERO, type Cents } from '#kit/money.ts';

/** What contracts were signed for and what happened to their money until the end of a day, added up. */
export type SeasonSums = {
  contracts: number;
  /** the term in full, without add-ons and discounts */
  principal_cents: Cents;
  addons_cents: Cents;
  discounts_cents: Cents;
  /** the price that aid took off */
  aid_cents: Cents;
  /** changes of the debt by amendments */
  amendments_cents: Cents;
  /** changes of the debt by staff, differences of declined aid, and what checks brought above the debt */
  adjustments_cents: Cents;
  /** as raised, withdrawn ones too */
  congestion_fees_cents: Cents;
  /** unpaid parts of withdrawn congestion fees */
  withdrawn_cents: Cents;
  /** principal of charges, checks and cash that still stands */
  collected_cents: Cents;
  refunded_cents: Cents;
  surcharges_cents: Cents;
  surcharges_refunded_cents: Cents;
  /** not collected of payments with an earlier day */
  past_due_cents: Cents;
};

/** Contracts with the same fate: an ended contract asks for nothing that was not collected. */
export type SeasonFacts = SeasonSums & { is_ended: boolean };

export const SEASON_MONEY = [
  'principal_cents',
  'addons_cents',
  'discounts_cents',
  'aid_cents',
  'amendments_cents',
  'adjustments_cents',
  'congestion_fees_cents',
  'cancelled_cents',
  'billed_cents',
  'collected_cents',
  'outstanding_cents',
  'past_due_cents',
  'refunded_cents',
  'surcharges_cents',
  'surcharges_refunded_cents',
  'net_received_cents',
] as const;

export type SeasonColumns = { contracts: number; ended: number } & Record<
  (typeof SEASON_MONEY)[number],
  Cents
>;

/** What the contracts asked for, before anything was cancelled. */
const askedOf = (facts: SeasonSums): Cents =>
  subtract(
    sum([
      facts.principal_cents,
      facts.addons_cents,
      facts.amendments_cents,
      facts.adjustments_cents,
      facts.congestion_fees_cents,
    ]),
    sum([facts.discounts_cents, facts.aid_cents]),
  );

/**
 * The definition of each column; the identities of RP2.2 hold in every row by these definitions, and the
 * simulator compares the columns with payments and ledger.
 */
export function columnsOf({ is_ended, withdrawn_cents, ...facts }: SeasonFacts): SeasonColumns {
  const asked = askedOf({ withdrawn_cents, ...facts });
  const cancelled_cents = is_ended ? subtract(asked, facts.collected_cents) : withdrawn_cents;
  const billed_cents = subtract(asked, cancelled_cents);
  return {
    ...facts,
    ended: is_ended ? facts.contracts : 0,
    cancelled_cents,
    billed_cents,
    outstanding_cents: subtract(billed_cents, facts.collected_cents),
    past_due_cents: is_ended ? ZERO : facts.past_due_cents,
    net_received_cents: subtract(
      sum([facts.collected_cents, facts.surcharges_cents]),
      sum([facts.refunded_cents, facts.surcharges_refunded_cents]),
    ),
  };
}

export function totalOf(rows: readonly SeasonColumns[]): SeasonColumns {
  const money = SEASON_MONEY.map((column) => [column, sum(rows.map((row) => row[column]))] as const);
  return {
    ...(Object.fromEntries(money) as Record<(typeof SEASON_MONEY)[number], Cents>),
    contracts: rows.reduce((n, row) => n + row.contracts, 0),
    ended: rows.reduce((n, row) => n + row.ended, 0),
  };
}
