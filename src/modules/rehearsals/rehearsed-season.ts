import type { Row } from '#platform/db/save-row.ts';

type SeasonFile = { company: Row; periods: readonly (Row & { program_groups: readonly Row[] })[] };

/**
 * The season as if staff had published the season and switched on every school, without a second person who
 * approves refunds.
 * @param text  of an exported season file
 */
export function asOpened(text: string): string {
  const file = JSON.parse(text) as SeasonFile;
  return JSON.stringify({
    ...file,
    company: { ...file.company, second_person_above_cents: null },
    periods: file.periods.map((period) => ({
      ...period,
      is_draft: false,
      is_current: true,
      program_groups: period.program_groups.map(({ is_current: _, ...school }) => ({
        ...school,
        is_active: true,
      })),
    })),
  });
}
