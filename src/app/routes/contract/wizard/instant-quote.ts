import { centsFromDollars, milliPercentFromPercent, type Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Option } from '#modules/accounts/accounts.contract.ts';
import type { PaymentMethod } from '#modules/billing/methods/methods.contract.ts';
import { offeredMethods as methodsOnOffer } from '#modules/billing/methods/offered-methods.ts';
import type { ServerInfo } from '#modules/catalog/catalog.contract.ts';
import type { PeriodProgram, Route, RouteDiscount } from '#modules/catalog/routes/routes.contract.ts';
import type { PriceList } from '#modules/pricing/price-list.ts';
import type { Quote } from '#modules/pricing/quoted-prices.ts';
import { buildQuote } from '#modules/pricing/quote.ts';
import { siblingRuleOf } from '#modules/pricing/sibling-discount.ts';
import type { Draft } from './draft.ts';
import type { TypedMethod } from './later-payers.ts';
import type { AppliedAid } from './order-body.ts';
import { pricedTerm } from './priced-term.ts';
import type { OfferedMethod } from './transitions.ts';

/** Dollars become cents, percents thousandths (C1). */

const centsOrNull = (dollars: number | null) => (dollars === null ? null : centsFromDollars(dollars));
const rateOrNull = (percent: number | null) => (percent === null ? null : milliPercentFromPercent(percent));

const pricedDiscount = (discount: RouteDiscount) => ({
  ...discount,
  amount_flat: centsOrNull(discount.amount_flat),
  amount_percentage: rateOrNull(discount.amount_percentage),
});

export function priceListOf(
  route: Route,
  periodProgram: PeriodProgram,
  company: ServerInfo['company'],
): PriceList {
  return {
    terms: route.payment_terms.map(pricedTerm),
    addons: route.addons.map((addon) => ({ ...addon, amount: centsFromDollars(addon.amount) })),
    discounts: route.discounts.map(pricedDiscount),
    surcharges: periodProgram.payment_type_surcharges.map((rule) => ({
      id: rule.id,
      name: rule.name,
      payment_type: rule.payment_type.key,
      amount_flat: centsOrNull(rule.amount_flat),
      amount_percentage: rateOrNull(rule.amount_percentage),
    })),
    period_program: periodProgram,
    period: periodProgram.period,
    card_fee: company.card_fee,
    company,
  };
}

/** null for a route without a sibling discount (B7). */
export function siblingDiscountId(route: Route | undefined): number | null {
  return siblingRuleOf((route?.discounts ?? []).map(pricedDiscount))?.id ?? null;
}

type Buyer = { today: PlainDate; isStaff: boolean };

/**
 * For instant feedback; the server's price decides (C4).
 * @returns undefined without a term, or for a refused choice
 */
export function instantQuote(
  draft: Draft,
  prices: PriceList,
  aid: AppliedAid | null,
  buyer: Buyer,
): Quote | undefined {
  const priced = price(draft, prices, aid, buyer);
  // A refused choice has no price; the step shows the reason.
  return priced instanceof Refusal ? undefined : priced;
}

export function termProblem(draft: Draft, prices: PriceList, buyer: Buyer): string | undefined {
  const priced = price(draft, prices, null, buyer);
  return priced instanceof Refusal
    ? priced.extras.field_errors?.['contract.payment_term_id']?.[0]
    : undefined;
}

function price(
  { program }: Draft,
  prices: PriceList,
  aid: AppliedAid | null,
  { today, isStaff }: Buyer,
): Quote | Refusal<any> | undefined {
  if (program.payment_term === null) return undefined;
  const rule = siblingRuleOf(prices.discounts);
  try {
    return buildQuote(
      {
        payment_term_id: program.payment_term,
        addonIds: program.addons,
        discountId: program.has_valid_second_student_contract_number && rule ? rule.id : null,
        aid: aid ? { amount_cents: centsFromDollars(aid.amount) } : null,
        isStaff,
      },
      prices,
      today,
    );
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

export function principalOf(quote: Quote | undefined): Cents | undefined {
  const { paymentTypeAch, paymentTypeNone } = quote?.by_payment_type ?? {};
  return (paymentTypeAch ?? paymentTypeNone)?.principal_cents;
}

/**
 * Active, unexpired methods of an open type, general or of a school with this program; newest first
 * (contracts.md §4, PM).
 */
export function wizardMethods(
  methods: readonly PaymentMethod[],
  { program_id, options, today }: { program_id: number; options: readonly Option[]; today: PlainDate },
): OfferedMethod[] {
  return typedMethods(methodsOnOffer(methods, { program_id, today }), options).map(({ type, method }) => ({
    id: method.id,
    type,
    method,
  }));
}

export function typedMethods(methods: readonly PaymentMethod[], options: readonly Option[]): TypedMethod[] {
  const keyOf = (typeId: number) => options.find((option) => option.id === typeId)?.key;
  return methods.flatMap((method) => {
    const type = keyOf(method.payment_type_id);
    return type === 'paymentTypeAch' || type === 'paymentTypeCreditCard' ? [{ type, method }] : [];
  });
}
