import { MINUTE_MS } from '#kit/durations.ts';
import type { SellingHours } from './selling-hours.states.ts';

/*
 * When a school sells, by the clock alone (SE8.2): asked at each read, so no job opens a school, and a portal
 * that was down at the hour sells as soon as it is back.
 */

/** How long a checkout keeps a seat, and how long an open one may be finished after the closing (SE8.5). */
export const CHECKOUT_MS = 15 * MINUTE_MS;

/** null: no hour begins or ends the sale; the opening is included, the closing is not. */
export type Hours = { opens_at: Date | null; closes_at: Date | null };

const isPast = (instant: Date, now: Date) => instant <= now;

export function hoursAt({ opens_at, closes_at }: Hours, now: Date): SellingHours {
  if (opens_at && !isPast(opens_at, now)) return 'before';
  return closes_at && isPast(closes_at, now) ? 'after' : 'open';
}

/** A school in a season, with the two around. */
export type SoldSeason = {
  period: { id: number; is_draft: boolean };
  program_group: { is_active: boolean };
  period_program_group: Hours & { is_switched_on: boolean };
};

const isSwitchedOn = ({ period, program_group, period_program_group }: SoldSeason) =>
  !period.is_draft && program_group.is_active && period_program_group.is_switched_on;

/** Whether a school sells in a season (SE8.2); the one answer of pages, calls, orders and waiting lists. */
export const sellsAt = (sold: SoldSeason, now: Date): boolean =>
  isSwitchedOn(sold) && hoursAt(sold.period_program_group, now) === 'open';

/** Whether a school has closed by its hour so lately that open checkouts may be finished (SE8.5). */
export function isClosingAt(sold: SoldSeason, now: Date): boolean {
  const { closes_at } = sold.period_program_group;
  if (!closes_at || !isSwitchedOn(sold)) return false;
  const isAfter = hoursAt(sold.period_program_group, now) === 'after';
  return isAfter && now.getTime() < closes_at.getTime() + CHECKOUT_MS;
}

type OwnSeason = SoldSeason & { period_program_group: { becomes_current: boolean } };
type SetByHand = { current_period_id: number | null; current_set_at: Date | null };

/** The latest opening first; of two at once the later season. */
const latestFirst = (a: OwnSeason, b: OwnSeason) => openingOf(b) - openingOf(a) || b.period.id - a.period.id;

const openingOf = ({ period_program_group: { opens_at } }: OwnSeason) => opens_at?.getTime() ?? -Infinity;

/**
 * The current season of a school: the last one that has opened by its hour since staff chose one, else the
 * chosen one (SE8.4).
 */
export function currentPeriodAt(
  { current_period_id, current_set_at }: SetByHand,
  seasons: readonly OwnSeason[],
  now: Date,
): number | null {
  const isOpened = ({ period, period_program_group: { becomes_current, opens_at } }: OwnSeason) =>
    !period.is_draft &&
    becomes_current &&
    opens_at !== null &&
    isPast(opens_at, now) &&
    (current_set_at === null || opens_at > current_set_at);
  const [last] = seasons.filter(isOpened).sort(latestFirst);
  return last ? last.period.id : current_period_id;
}

/** The next opening by its hour of a season that is then sold; undefined while none is set. */
export function nextOpening<S extends OwnSeason>(
  seasons: readonly S[],
  current_period_id: number | null,
  now: Date,
): S | undefined {
  const isComing = (sold: S) =>
    isSwitchedOn(sold) &&
    hoursAt(sold.period_program_group, now) === 'before' &&
    (sold.period_program_group.becomes_current || sold.period.id === current_period_id);
  return seasons.filter(isComing).sort(latestFirst).at(-1);
}

/** The season that the page of a school is about: the one that opens next, else the current one. */
export const shownPeriodOf = (school: {
  coming: { period_id: number } | null;
  current_period_id: number | null;
}): number | null => school.coming?.period_id ?? school.current_period_id;

/** Every instant at which one of the answers above may change. */
export function edgesOf(hours: readonly Hours[]): number[] {
  const edges = hours.flatMap(({ opens_at, closes_at }) => [
    ...(opens_at ? [opens_at.getTime()] : []),
    ...(closes_at ? [closes_at.getTime(), closes_at.getTime() + CHECKOUT_MS] : []),
  ]);
  return [...new Set(edges)].sort((a, b) => a - b);
}
