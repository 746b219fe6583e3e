import { min, percentOf, subtract, sum, type Cents, type MilliPercent } from '#kit/money.ts';
import type { CardFee } from '#modules/catalog/catalog.contract.ts';
import { flatOrPercent } from '#modules/catalog/flat-or-percent.ts';
import type { Tariff } from './price-list.ts';
import { capOfPrice, priceKeyOf, type PricedMethod, type PriceKey } from './quoted-prices.ts';

export type Surcharge = { readonly name: string; readonly amount_cents: Cents };

export const surchargeTotal = (surcharges: readonly Surcharge[]): Cents =>
  sum(surcharges.map((s) => s.amount_cents));

/**
 * Each surcharge is rounded separately. The rules of a credit card together stay within the cap.
 * @param charge  a zero charge carries no surcharge
 * @param base  the base of percentages; equals the charge except with financial aid
 * Source: P, P1, S1, S5
 */
export function surchargesOn(
  { charge, base = charge }: { charge: Cents; base?: Cents },
  { surcharges: rules, card_fee }: Tariff,
  type: PriceKey,
): Surcharge[] {
  if (charge === 0) return [];
  const surcharges = rules
    .filter((rule) => rule.payment_type === ruleTypeOf(type))
    .sort((a, b) => a.id - b.id)
    .map((rule) => ({ name: rule.name, amount_cents: flatOrPercent(rule, base) }));
  const capped =
    ruleTypeOf(type) === 'paymentTypeCreditCard'
      ? within(surcharges, percentOf(card_fee.cap_of === 'base' ? base : charge, capOf(type, card_fee)))
      : surcharges;
  return capped.filter((surcharge) => surcharge.amount_cents > 0);
}

const ruleTypeOf = (type: PriceKey): PriceKey =>
  capOfPrice(type) === undefined ? type : 'paymentTypeCreditCard';

const capOf = (type: PriceKey, { cap }: CardFee): MilliPercent => {
  const ofState = capOfPrice(type);
  return ofState !== undefined && ofState < cap ? ofState : cap;
};

function within(surcharges: readonly Surcharge[], most: Cents): Surcharge[] {
  let room = most;
  return surcharges.map(({ name, amount_cents }) => {
    const taken = min(amount_cents, room);
    room = subtract(room, taken);
    return { name, amount_cents: taken };
  });
}

/** By the signed rules or today's, whichever is less: a family never pays an unsigned rate (S2). */
export function laterSurcharges(
  charge: Cents,
  tariffs: { signed: Tariff; current: Tariff },
  method: PricedMethod,
): Surcharge[] {
  const by = (tariff: Tariff) => surchargesOn({ charge }, tariff, priceKeyOf(method, tariff.card_fee));
  const [asSigned, asToday] = [by(tariffs.signed), by(tariffs.current)];
  return surchargeTotal(asToday) < surchargeTotal(asSigned) ? asToday : asSigned;
}
