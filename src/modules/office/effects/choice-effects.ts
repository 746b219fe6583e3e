import { m } from '#i18n/messages.js';
import { cents, formatMoney, milliPercent, sum, toPercent, type Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { AddonForSale, DiscountForSale } from '#modules/catalog/routes/route-for-sale.ts';
import { MINIMUM_AID_CENTS } from '#modules/pricing/financial-aid.ts';
import { offeredAddons } from '#modules/pricing/offered-addons.ts';
import type { PricedTerm } from '#modules/pricing/price-list.ts';
import type { TypeQuote } from '#modules/pricing/quoted-prices.ts';
import { siblingRuleOf } from '#modules/pricing/sibling-discount.ts';
import type { FoundEffect, Named } from './effect.ts';
import {
  addonChoices,
  billOf,
  offersOn,
  PLAIN,
  priceOf,
  type Choice,
  type Priced,
  type PricedSide,
} from './priced-side.ts';
import { renamedEffect, type Compared } from './term-effects.ts';

/** A term that a family can choose on a day, and a term of the type before. */
type Offer = { day: PlainDate; term: PricedTerm };

function offersOf({ before, after, days }: Compared): Offer[] {
  return days.flatMap((day) => {
    const known = offersOn(before, day);
    return [...offersOn(after, day)].flatMap(([type, term]) => (known.has(type) ? [{ day, term }] : []));
  });
}

type Found = Offer & { was: Priced | undefined; is: Priced | undefined };

/** The first choice on the first day whose price differs in what `view` shows. */
function firstDifference(
  [one, other]: readonly [PricedSide, PricedSide],
  { offers, choicesOf }: { offers: readonly Offer[]; choicesOf: (offer: Offer) => readonly Choice[] },
  view: (priced: Priced) => unknown,
): Found | undefined {
  const shown = (priced: Priced | undefined) => JSON.stringify(priced && view(priced));
  for (const offer of offers)
    for (const choice of choicesOf(offer)) {
      const [was, is] = [one, other].map((side) => priceOf(side, offer.term, offer.day, choice));
      if (shown(was) !== shown(is)) return { ...offer, was, is };
    }
  return undefined;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** A part of the prices as before, on terms and add-ons as they are after. */
const withOld = (after: PricedSide, prices: Partial<PricedSide['prices']>): PricedSide => ({
  ...after,
  prices: { ...after.prices, ...prices },
});

export function addonEffects(compared: Compared, named: Named): FoundEffect[] {
  const [before, after] = [compared.before, compared.after].map(
    ({ prices }) => new Map(offeredAddons(prices.addons, false).map((addon) => [addon.id, addon])),
  ) as [Map<number, AddonForSale>, Map<number, AddonForSale>];
  const shown = ({ text, amount }: AddonForSale) => [text, amount];
  const ids = [...new Set([...before.keys(), ...after.keys()])].filter((id) => {
    const [was, is] = [before.get(id), after.get(id)];
    return !isSame(was && shown(was), is && shown(is));
  });
  if (ids.length === 0 || offersOf(compared).length === 0) return [];
  return ids.map((id) => addonEffect(before.get(id), after.get(id), named));
}

function addonEffect(was: AddonForSale | undefined, is: AddonForSale | undefined, named: Named): FoundEffect {
  const { place, subject } = named;
  if (was && is && was.amount === is.amount) return renamedEffect(was.text, is.text, named);
  const addon = (is ?? was)!.text;
  const say = (withAmounts: boolean) => {
    if (!is) return m.office_effect_addon_gone({ place, addon });
    const to = formatMoney(is.amount);
    if (!was)
      return withAmounts
        ? m.office_effect_addon_new({ place, addon, new: to })
        : m.office_effect_addon_new_hidden({ place, addon });
    return withAmounts
      ? m.office_effect_addon({ place, addon, old: formatMoney(was.amount), new: to })
      : m.office_effect_addon_hidden({ place, addon });
  };
  return { kind: 'addon', subject, say };
}

/** The sibling discount; other discounts are given by staff alone (B4). */
export function discountEffects(compared: Compared, { place, subject }: Named): FoundEffect[] {
  const { before, after } = compared;
  const [was, is] = [before, after].map(({ prices }) => siblingRuleOf(prices.discounts));
  if (isSame(was, is)) return [];
  const old = withOld(after, { discounts: before.prices.discounts });
  const choices = addonChoices(after).map((addonIds) => ({ ...PLAIN, addonIds, isSibling: true }));
  const found = firstDifference(
    [old, after],
    { offers: offersOf(compared), choicesOf: () => choices },
    ({ quote }) => quote.quote_hash,
  );
  if (!found) return [];
  const say = (withAmounts: boolean) =>
    withAmounts
      ? m.office_effect_discount({ place, old: discountText(was), new: discountText(is) })
      : m.office_effect_discount_hidden({ place });
  return [{ kind: 'discount', subject, say }];
}

function discountText(rule: DiscountForSale | undefined): string {
  if (!rule) return m.office_effect_no_discount();
  const { text, amount_flat, amount_percentage } = rule;
  const amount =
    amount_flat !== null ? formatMoney(amount_flat) : `${toPercent(amount_percentage ?? milliPercent(0))}%`;
  return m.office_effect_discount_of({ text, amount });
}

export type FeeMethod = 'bank' | 'card' | 'check';

type Method = {
  method: FeeMethod;
  name: () => string;
  view: (priced: Priced) => unknown;
  feeOf: (priced: Priced) => Cents;
};

const feesOf = (quote: TypeQuote | undefined): Cents =>
  quote ? sum([quote.surcharge_cents, ...quote.later.map((charge) => charge.surcharge_cents)]) : cents(0);

const METHODS: readonly Method[] = [
  {
    method: 'bank',
    name: m.office_effect_by_bank,
    view: ({ quote }) => quote.by_payment_type.paymentTypeAch,
    feeOf: ({ quote }) => feesOf(quote.by_payment_type.paymentTypeAch),
  },
  {
    method: 'card',
    name: m.office_effect_by_card,
    view: ({ quote }) => [quote.by_payment_type.paymentTypeCreditCard, quote.by_card_cap],
    feeOf: ({ quote }) => feesOf(quote.by_payment_type.paymentTypeCreditCard),
  },
  {
    method: 'check',
    name: m.office_effect_by_check,
    view: ({ check }) => check,
    feeOf: ({ check }) => feesOf(check),
  },
];

export type FeeEffect = { method: FeeMethod; effect: FoundEffect };

/** Fees are of a program; the first route with a difference is the example. */
export function feeEffects(compared: Compared, { place, subject }: Named): FeeEffect[] {
  const { before, after, days } = compared;
  const hasSameFees =
    isSame(before.prices.surcharges, after.prices.surcharges) &&
    days.every((day) => isSame(before.feeOn(day), after.feeOn(day)));
  if (hasSameFees) return [];
  const old = { ...withOld(after, { surcharges: before.prices.surcharges }), feeOn: before.feeOn };
  const choices = [false, true].flatMap((isSibling) =>
    addonChoices(after).map((addonIds) => ({ ...PLAIN, addonIds, isSibling })),
  );
  const sought = { offers: offersOf(compared), choicesOf: () => choices };
  return METHODS.flatMap(({ method, name, view, feeOf }): FeeEffect[] => {
    const found = firstDifference([old, after], sought, view);
    if (!found?.was || !found.is) return [];
    const [was, is] = [feeOf(found.was), feeOf(found.is)];
    const of = { place, method: name(), amount: formatMoney(found.is.quote.net_cents) };
    const say = (withAmounts: boolean) =>
      withAmounts && was !== is
        ? m.office_effect_fee({ ...of, old: formatMoney(was), new: formatMoney(is) })
        : m.office_effect_fee_hidden(of);
    return [{ method, effect: { kind: 'fee', subject, say, weight: Math.abs(is - was) } }];
  });
}

/** Contracts with aid depend on the program's switch, the day of the second half and the company's rules. */
export function aidEffects(
  compared: Compared,
  named: { program: Named; period: Named },
): { program: FoundEffect[]; period: FoundEffect[] } {
  const { before, after } = compared;
  const [was, is] = [before.prices, after.prices];
  const accepts = [was, is].map(({ period_program }) => period_program.accept_financial_aid);
  const rules = [was, is].map(({ period, company }) => [
    period.aid_balance_due_dt,
    period.starts_on,
    company.half_rounding_unit_cents,
    company.aid_fee_base,
  ]);
  const { period_program, period, company } = was;
  const differs = (old: Partial<PricedSide['prices']>) => {
    const sought = { offers: offersOf(compared), choicesOf: (offer: Offer) => aidChoices(after, offer) };
    const found = firstDifference([withOld(after, old), after], sought, ({ quote }) => quote.quote_hash);
    return found !== undefined;
  };
  const isProgramChanged = accepts[0] !== accepts[1] && differs({ period_program });
  const program = isProgramChanged ? [aidSwitchEffect(named.program, accepts[1]!)] : [];
  const hasOtherRules = !isSame(rules[0], rules[1]) && differs({ period, company });
  return { program, period: hasOtherRules ? [aidRulesEffect(named.period)] : [] };
}

const aidSwitchEffect = ({ place, subject }: Named, isAccepted: boolean): FoundEffect => ({
  kind: 'rule',
  subject,
  say: () => (isAccepted ? m.office_effect_aid_on({ place }) : m.office_effect_aid_off({ place })),
});

const aidRulesEffect = ({ place, subject }: Named): FoundEffect => ({
  kind: 'aid',
  subject,
  say: () => m.office_effect_aid({ place }),
});

/** The least, an odd half and all of what is signed for. */
export function aidChoices(side: PricedSide, { day, term }: Offer): Choice[] {
  return addonChoices(side).flatMap((addonIds) => {
    const { subtotalCents } = billOf(side, term, day, { ...PLAIN, addonIds });
    const amounts = new Set([MINIMUM_AID_CENTS, Math.floor(subtotalCents / 2) | 1, subtotalCents]);
    return [...amounts].map((aid) => ({ ...PLAIN, addonIds, aid: cents(aid) }));
  });
}
