import type { Chance } from '#kit/seeded-chance.ts';
import type { Loose } from './season-folder.ts';

const dollars = (chance: Chance, below: number) => chance.upTo(below * 100) / 100;

/** A season refuses smaller sums than a processor charges (MC1). */
const charge = (chance: Chance, below: number) => 0.5 + dollars(chance, below);

/** A flat amount, a percentage, or both (P1). */
function anAmount(chance: Chance, { flatBelow }: { flatBelow: number }) {
  const kind = chance.upTo(3);
  return {
    amount_flat: kind === 1 ? null : 0.01 + dollars(chance, flatBelow),
    amount_percentage: kind === 0 ? null : (1 + chance.upTo(15_000)) / 1000,
  };
}

function redrawTerm(term: Loose, chance: Chance): void {
  term.deposit = chance.percent(10) ? 0 : charge(chance, 5000);
  if (term.payment_term_type === 'paymentTermTypeFull') return;
  term.number_payments = 2 + chance.upTo(5);
  term.amount = charge(chance, 3000);
  term.scheduled_dt = `today+${130 + chance.upTo(200)}d`;
}

/**
 * Draws every price of a season anew: terms, add-ons, discounts, surcharges, rounding and the base of the aid
 * fee.
 */
export function redrawPrices(season: Loose, chance: Chance): void {
  season.company.half_rounding_unit_cents = chance.oneOf([1, 100]);
  season.company.aid_fee_base = chance.oneOf(['subtotal', 'charge']);
  for (const program of season.periods.flatMap((period: Loose) => period.programs)) {
    for (const rule of program.payment_type_surcharges)
      Object.assign(rule, anAmount(chance, { flatBelow: 30 }));
    for (const route of program.routes) {
      route.capacity = null;
      for (const term of route.payment_terms) redrawTerm(term, chance);
      for (const addon of route.addons) addon.amount = dollars(chance, 900);
      for (const discount of route.discounts) Object.assign(discount, anAmount(chance, { flatBelow: 600 }));
    }
  }
}
