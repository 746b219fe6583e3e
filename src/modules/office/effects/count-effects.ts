import { m } from '#i18n/messages.js';
import { formatDate, type PlainDate } from '#kit/plain-date.ts';
import { seatsLeft } from '#modules/seats/seat-count.ts';
import type { FoundEffect, Named } from './effect.ts';

/** @param n  families with the route in an open checkout (SE5.3) */
export function cartEffect({ place, subject }: Named, n: number): FoundEffect {
  const say = () => (n === 1 ? m.office_effect_carts_one({ place }) : m.office_effect_carts({ n, place }));
  return { kind: 'carts', subject, say, n, agreed: null };
}

/** @param last  the latest end of `n` offers of staff, which keep their price until each ends (OF3.5) */
export function offersEffect({ place, subject }: Named, n: number, last: PlainDate): FoundEffect {
  const told = { place, day: formatDate(last) };
  const say = () => (n === 1 ? m.office_effect_offers_one(told) : m.office_effect_offers({ n, ...told }));
  return { kind: 'offers', subject, say, n, agreed: null };
}

/** @param n  printed contracts that have not expired */
export function printedEffect({ place, subject }: Named, n: number): FoundEffect {
  const say = () =>
    n === 1 ? m.office_effect_printed_one({ place }) : m.office_effect_printed({ n, place });
  return { kind: 'printed', subject, say, n, agreed: null };
}

export type SeatChange = {
  /** null: no limit */
  before: number | null;
  after: number | null;
  taken: number;
  /** held for a checkout or offered to a waiting child */
  held: number;
  /** children that no seat is offered to yet */
  waiting: number;
  isSold: boolean;
};

/** The next seats are offered to waiting children within a minute, as far as the route is sold (O9). */
export function seatsEffect({ place, subject }: Named, change: SeatChange): FoundEffect {
  const { taken, held, waiting, isSold } = change;
  const freeOf = (capacity: number | null) => seatsLeft({ capacity, taken, reserved: held, own: 0 });
  const [before, after] = [freeOf(change.before), freeOf(change.after)];
  const n = isSold ? Math.min(waiting, after ?? waiting) : 0;
  const say = () => {
    const seats = seatsText(place, before, after);
    if (n === 0) return seats;
    const offers = n === 1 ? m.office_effect_seats_offered_one() : m.office_effect_seats_offered({ n });
    return `${seats} ${offers}`;
  };
  const agreed = `seats ${subject.kind} ${subject.id} ${place} ${change.before} ${change.after}`;
  return { kind: 'seats', subject, say, n, agreed };
}

/** `null`: no limit */
function seatsText(place: string, before: number | null, after: number | null): string {
  if (after === null) return m.office_effect_seats_no_limit({ place });
  if (before === null) return m.office_effect_seats_limited({ place, free: after });
  return m.office_effect_seats({ place, free: after, before });
}
