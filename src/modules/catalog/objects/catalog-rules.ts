import { m } from '#i18n/messages.js';
import { formatMoney, type Cents } from '#kit/money.ts';
import { brokenRule } from '#kit/rules/broken-rule.ts';
import { SMALLEST_CHARGE } from '#modules/catalog/smallest-charge.ts';

/** Sold seats, checkout holds and open offers. */
export type PromisedSeats = { sold: number; held: number; offered: number };

function promisedText({ sold, held, offered }: PromisedSeats): string {
  const parts = [
    sold === 1 ? m.catalog_season_seats_sold_one() : sold && m.catalog_season_seats_sold({ n: sold }),
    held === 1 ? m.catalog_season_seats_held_one() : held && m.catalog_season_seats_held({ n: held }),
    offered === 1
      ? m.catalog_season_seats_offered_one()
      : offered && m.catalog_season_seats_offered({ n: offered }),
  ];
  return parts.filter(Boolean).join(', ');
}

const least = formatMoney(SMALLEST_CHARGE);

/** The sentences of rules that only the catalog has, beside `objectRules`. */
export const catalogRules = {
  unknown: () => brokenRule('unknown', () => m.catalog_season_unknown()),
  content: () => brokenRule('content', () => m.catalog_season_must_be_content()),
  drawing: () => brokenRule('drawing', () => m.catalog_season_must_be_drawing()),
  line_color: () => brokenRule('line_color', () => m.catalog_season_must_be_line_color()),
  tax_id: () => brokenRule('tax_id', () => m.catalog_season_must_be_tax_id()),
  https: () => brokenRule('https', () => m.catalog_season_must_be_https()),
  path_moved: (school: string) => brokenRule('path_moved', () => m.catalog_season_path_moved({ school })),
  signed: () => brokenRule('signed', () => m.catalog_once_signed()),
  path_reserved: () => brokenRule('path_reserved', () => m.catalog_season_path_reserved()),
  no_division: (value: string) => brokenRule('no_division', () => m.catalog_season_no_division({ value })),
  no_group: (value: string) => brokenRule('no_group', () => m.catalog_season_no_group({ value })),
  no_program: (value: string) => brokenRule('no_program', () => m.catalog_season_no_program({ value })),
  current_twice: (place: string) =>
    brokenRule('current_twice', () => m.catalog_season_current_twice({ place })),
  full_one_payment: () => brokenRule('full_one_payment', () => m.catalog_season_full_one_payment()),
  full_no_amount: () => brokenRule('full_no_amount', () => m.catalog_season_full_no_amount()),
  scheduled_payments: () => brokenRule('scheduled_payments', () => m.catalog_season_scheduled_payments()),
  scheduled_amount: () => brokenRule('scheduled_amount', () => m.catalog_season_scheduled_amount()),
  scheduled_day: () => brokenRule('scheduled_day', () => m.catalog_season_scheduled_day()),
  no_amount: (flat: string, percentage: string) =>
    brokenRule('no_amount', (named) =>
      m.catalog_season_no_amount({ flat: named(flat), percentage: named(percentage) }),
    ),
  too_small: () => brokenRule('too_small', () => m.catalog_season_too_small({ least })),
  too_small_after: (left: Cents, discount: string) =>
    brokenRule('too_small_after', () =>
      m.catalog_season_too_small_after({ amount: formatMoney(left), discount, least }),
    ),
  capacity_promised: (seats: PromisedSeats) =>
    brokenRule('capacity_promised', () =>
      m.catalog_season_capacity_promised({
        least: seats.sold + seats.held + seats.offered,
        promised: promisedText(seats),
      }),
    ),
  uses_taken: (used: number) => brokenRule('uses_taken', () => m.catalog_season_uses_taken({ used })),
};
