import { cents, half, subtract, type Cents } from '#kit/money.ts';
import { plainDate, type PlainDate } from '#kit/plain-date.ts';
import { refuseField } from '#kit/refusal.ts';
import type { ProgramRules } from '#modules/catalog/routes/routes.contract.ts';
import { offeredTerms } from './offered-terms.ts';
import { namedSecondDay, type LaterPayment } from './payment-schedule.ts';
import type { AidPeriod, Occasion, PricedTerm, PriceList } from './price-list.ts';
import { pricingRefusals } from './pricing.refusals.ts';

export const MINIMUM_AID_CENTS = cents(100);

export function isAidOffered(subtotal: Cents, accept_financial_aid: boolean): boolean {
  return accept_financial_aid && subtotal > 0;
}

/** @throws aid_not_accepted, aid_not_needed (A7); aid_below_minimum, aid_above_maximum (A2) */
export function checkAidAmount(
  aid: Cents,
  subtotal: Cents,
  { accept_financial_aid }: Pick<ProgramRules, 'accept_financial_aid'>,
): void {
  if (!accept_financial_aid) throw refuseField(pricingRefusals.aid_not_accepted, 'financial_aid');
  if (subtotal === 0) throw refuseField(pricingRefusals.aid_not_needed, 'financial_aid');
  if (aid > subtotal)
    throw refuseField(pricingRefusals.aid_above_maximum, 'financial_aid.amount', { maximumCents: subtotal });
  if (aid < MINIMUM_AID_CENTS)
    throw refuseField(pricingRefusals.aid_below_minimum, 'financial_aid.amount', {
      minimumCents: MINIMUM_AID_CENTS,
    });
}

/**
 * The period's own day, by default June 30 of the period's first year; if not after the order date, the day
 * named by the term. @returns undefined if neither day is after the order date: the term allows no aid (A4)
 */
export function aidBalanceDueOn(
  term: PricedTerm,
  period: AidPeriod,
  today: PlainDate,
): PlainDate | undefined {
  const juneThe30th = plainDate(`${period.starts_on.slice(0, 4)}-06-30`);
  const candidates = [period.aid_balance_due_dt ?? juneThe30th, namedSecondDay(term)];
  return candidates.find((day) => day !== null && day > today) ?? undefined;
}

export type AidSplit = { principal_cents: Cents; surchargeBaseCents: Cents; later: LaterPayment[] };

/**
 * All today, or on a term of several payments half today and half later, instead of the term's own payments.
 * @throws aid_balance_overdue if the term leaves no day for the second half; offers the full term
 * Source: A3, A4, P (`aid_fee_base`)
 */
export function splitAid(
  { aid, subtotal, term }: { aid: Cents; subtotal: Cents; term: PricedTerm },
  prices: PriceList,
  when: Occasion,
): AidSplit {
  if (term.number_payments === 1) return { principal_cents: aid, surchargeBaseCents: aid, later: [] };
  const { half_rounding_unit_cents: unit, aid_fee_base: base } = prices.company;
  const principal_cents = half(aid, unit);
  const surchargeBaseCents = base === 'charge' ? principal_cents : half(subtotal, unit);
  const balance = subtract(aid, principal_cents);
  if (balance === 0) return { principal_cents, surchargeBaseCents, later: [] };

  const pay_on = aidBalanceDueOn(term, prices.period, when.today);
  if (!pay_on)
    throw refuseField(pricingRefusals.aid_balance_overdue, 'contract.payment_term_id', {
      fullTerm: fullTermName(prices, when),
    });
  return { principal_cents, surchargeBaseCents, later: [{ pay_on, amount_cents: balance }] };
}

function fullTermName(prices: PriceList, { today, isStaff }: Occasion): string | null {
  const inOnePayment = offeredTerms(prices.terms, today, isStaff).find((term) => term.number_payments === 1);
  return inOnePayment?.name ?? null;
}
