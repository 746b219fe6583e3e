import type { Sent } from '#kit/endpoint/endpoint.ts';
import type { makeOffer, previewOffer, StaffOffer } from '#modules/orders/offers/offers.contract.ts';
import { HOUR_MS } from '#kit/durations.ts';
import { centsFromDollars, formatMoney } from '#kit/money.ts';
import { typedAmount } from '#app/forms/typed-amount.ts';

/** What staff choose on the page; ids are texts of their selects, and a blank is no choice. */
export type Sale = {
  student_id: string;
  school_id: string;
  /** blank for the school year that the school sells now */
  period_id: string;
  program_id: string;
  grade_id: string;
  route_id: string;
  payment_term_id: string;
  addons: Record<string, boolean>;
  staff_discount_id: string;
  sibling_discount_id: string;
  sibling_number: string;
  aid_code: string;
  aid_amount: string;
  /** the code that an award of a school has brought; nobody has typed it */
  award_code: string;
  /** the student who signs without the award, as staff have chosen */
  without_award_of: string;
  pickup_north: string;
  pickup_cross: string;
  special_request: string;
  /** `method-7`: a saved method */
  pay_by: string;
  hours: string;
  although_closed: string;
  beyond_limit: string;
  note: string;
};

export const NO_SALE: Sale = {
  student_id: '',
  school_id: '',
  period_id: '',
  program_id: '',
  grade_id: '',
  route_id: '',
  payment_term_id: '',
  addons: {},
  staff_discount_id: '',
  sibling_discount_id: '',
  sibling_number: '',
  aid_code: '',
  aid_amount: '',
  award_code: '',
  without_award_of: '',
  pickup_north: '',
  pickup_cross: '',
  special_request: '',
  pay_by: 'family',
  hours: '',
  although_closed: '',
  beyond_limit: '',
  note: '',
};

const HOURS = [1, 4, 24, 48] as const;
const DAYS = [3, 7, 14] as const;

/** How long an offer may hold, beside the usual time. */
export const DURATIONS = { hours: HOURS, days: DAYS };

type Before = Pick<
  StaffOffer,
  | 'student'
  | 'school'
  | 'program'
  | 'line'
  | 'term'
  | 'special_request'
  | 'note'
  | 'pay_by'
  | 'payment_method_id'
  | 'made_at'
  | 'ends_at'
  | 'chosen'
>;

/** The whole choice of an offer: what staff leave as it is does not change the price (OF3.10). */
export function saleOf({ chosen, ...offer }: Before): Sale {
  const { aid } = chosen;
  return {
    ...NO_SALE,
    student_id: String(offer.student.id),
    school_id: String(offer.school.id),
    period_id: String(chosen.period_id),
    program_id: String(offer.program.id),
    grade_id: idText(chosen.grade_id),
    route_id: String(offer.line.id),
    payment_term_id: String(offer.term.id),
    addons: Object.fromEntries(chosen.addon_ids.map((id) => [id, true])),
    staff_discount_id: idText(chosen.staff_discount_id),
    sibling_number: chosen.sibling_number ?? '',
    aid_code: aid?.code ?? '',
    aid_amount: aid ? formatMoney(aid.amount_cents) : '',
    without_award_of: aid ? '' : String(offer.student.id),
    pickup_north: chosen.pickup_north ?? '',
    pickup_cross: chosen.pickup_cross ?? '',
    special_request: offer.special_request ?? '',
    pay_by: offer.payment_method_id ? `method-${offer.payment_method_id}` : offer.pay_by,
    hours: hoursOf(offer),
    although_closed: chosen.although_closed ?? '',
    beyond_limit: chosen.beyond_limit ?? '',
    note: offer.note ?? '',
  };
}

const idText = (id: number | null) => (id === null ? '' : String(id));

/** Blank for a time that is not in the select: the usual time. */
function hoursOf({ made_at, ends_at }: Pick<Before, 'made_at' | 'ends_at'>): string {
  // The choice was sent a moment after the price was read.
  const hours = Math.round((Date.parse(ends_at) - Date.parse(made_at)) / HOUR_MS);
  return [...HOURS, ...DAYS.map((n) => n * 24)].includes(hours) ? String(hours) : '';
}

const FOLDED = [
  'staff_discount_id',
  'sibling_number',
  'aid_code',
  'pickup_north',
  'pickup_cross',
  'special_request',
  'although_closed',
  'beyond_limit',
] as const;

/** Something is chosen among what is folded away. */
export const hasFolded = (sale: Partial<Sale>): boolean => FOLDED.some((name) => Boolean(sale[name]));

export type Selection = Sent<typeof previewOffer>['body'];

const orNull = (text: string) => text.trim() || null;
const idOf = (text: string) => Number(text);

/** A route that has no seat for the sale; the seat of a replaced offer is free for its student (OF3.10). */
export function isFull(
  sale: Sale,
  route: { id: number; seats_left: number | null },
  replaced?: Place,
): boolean {
  if (route.seats_left !== 0) return false;
  const hasSeat = replaced?.route_id === String(route.id) && replaced.student_id === sale.student_id;
  return !hasSeat;
}

export type Place = Partial<Pick<Sale, 'student_id' | 'route_id'>>;

type Season = { id: number; text: string; is_draft: boolean };

/**
 * The school year that a school sells now, and the published ones after it: a year that is over is no choice.
 * @param seasons  the newest first
 */
export function seasonsToSell<S extends Season>(seasons: readonly S[], current_id: number | null): S[] {
  const current = seasons.findIndex(({ id }) => id === current_id);
  return seasons.slice(0, current + 1).filter((season) => !season.is_draft);
}

type Award = { code: string; amount: number };

export const withAward = ({ code, amount }: Award): Partial<Sale> => ({
  aid_code: code,
  aid_amount: formatMoney(centsFromDollars(amount)),
  award_code: code,
  without_award_of: '',
});

const NO_AWARD: Partial<Sale> = { aid_code: '', aid_amount: '', award_code: '' };

export const withoutAward = ({ student_id }: Sale): Partial<Sale> => ({
  ...NO_AWARD,
  without_award_of: student_id,
});

/**
 * What changes once the award of the chosen student, route, term and add-ons is known: a typed code and a
 * choice of staff stay, a discount is given up by staff alone, and the award of another choice goes
 * (OF7.4, B8).
 */
export function settledAward(sale: Sale, ready: Award | undefined): Partial<Sale> {
  const isOfAward = sale.aid_code !== '' && sale.aid_code === sale.award_code;
  if (!ready) return isOfAward ? NO_AWARD : {};
  if (isOfAward || sale.aid_code === ready.code) return withAward(ready);
  const hasDiscount = Boolean(sale.staff_discount_id || sale.sibling_number.trim());
  const isDeclined = sale.without_award_of === sale.student_id;
  return sale.aid_code || hasDiscount || isDeclined ? {} : withAward(ready);
}

/** The questions that a price needs; a program without grades asks for none. */
export const isPriceable = (sale: Sale, hasGrades: boolean): boolean =>
  [sale.student_id, sale.program_id, sale.route_id, sale.payment_term_id].every(Boolean) &&
  (!hasGrades || sale.grade_id !== '');

export const chosenAddons = ({ addons }: Pick<Sale, 'addons'>): number[] =>
  Object.entries(addons).flatMap(([id, isChosen]) => (isChosen ? [idOf(id)] : []));

export function selectionOf(sale: Sale, user_id: number): Selection {
  const amount = typedAmount(sale.aid_amount);
  return {
    user_id,
    contract: {
      student_id: idOf(sale.student_id),
      program_id: idOf(sale.program_id),
      route_id: idOf(sale.route_id),
      payment_term_id: idOf(sale.payment_term_id),
      grade_id: sale.grade_id ? idOf(sale.grade_id) : undefined,
      addon_ids: chosenAddons(sale),
      pickup_north: orNull(sale.pickup_north),
      pickup_cross: orNull(sale.pickup_cross),
      special_request: orNull(sale.special_request),
      route_discounts:
        sale.sibling_number.trim() && sale.sibling_discount_id
          ? [{ id: idOf(sale.sibling_discount_id), contract_number: sale.sibling_number.trim() }]
          : [],
    },
    staff_discount_id: sale.staff_discount_id ? idOf(sale.staff_discount_id) : null,
    aid:
      sale.aid_code.trim() && amount !== undefined
        ? { code: sale.aid_code.trim(), amount_cents: amount }
        : null,
    although_closed: orNull(sale.although_closed),
  };
}

/** By the server's clock, which staff may move in a sandbox; null for the usual time. */
export const endOf = ({ hours }: Sale, now: number): string | null =>
  hours ? new Date(now + Number(hours) * HOUR_MS).toISOString() : null;

const SAVED = /^method-(\d+)$/;

type Sending = { user_id: number; quote_hash: string; replaces_id: number | null; now: number };

export function offerOf(sale: Sale, { now, ...rest }: Sending): Sent<typeof makeOffer>['body'] {
  const saved = SAVED.exec(sale.pay_by)?.[1];
  return {
    ...selectionOf(sale, rest.user_id),
    ...rest,
    pay_by: saved ? 'method' : (sale.pay_by as 'family' | 'check' | 'cash'),
    payment_method_id: saved ? Number(saved) : null,
    ends_at: endOf(sale, now),
    beyond_limit: orNull(sale.beyond_limit),
    note: orNull(sale.note),
  };
}
