import { m } from '#i18n/messages.js';
import { refusals } from '#kit/refusal.ts';

export const planningRefusals = refusals({
  /** SE9.1 */
  rolled_over: {
    status: 409,
    say: (season: { old: string; new: string }) => m.catalog_rolled_over(season),
  },
  /** SE1.8: what the copy would hang below is not in the other season */
  no_place_for_copy: {
    status: 409,
    say: (place: { season: string; what: string }) => m.catalog_no_place_for_copy(place),
  },
  /** SE9.7 */
  rollover_problems: {
    status: 409,
    say: ({ n }: { n: number }) =>
      n === 1 ? m.catalog_rollover_problem() : m.catalog_rollover_problems({ n }),
  },
});
