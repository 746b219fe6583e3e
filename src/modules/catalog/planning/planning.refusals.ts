import { m } from '#i18n/messages.js';
import { refusals } from '#kit/refusal.ts';

export const planningRefusals = refusals({
  /** SE9.1 */
  rolled_over: {
    status: 409,
    say: (season: { old: string; new: string }) => m.catalog_rolled_over(season),
  },
  /** SE9.7 */
  rollover_problems: {
    status: 409,
    say: ({ n }: { n: number }) =>
      n === 1 ? m.catalog_rollover_problem() : m.catalog_rollover_problems({ n }),
  },
});
