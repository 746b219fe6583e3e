import { currentCatalog } from '#modules/catalog/current-catalog.service.ts';
import type { RehearsalSettings } from '#modules/rehearsals/rehearsal.shapes.ts';
import type { Database } from '#platform/db/database.ts';

/** Few families, with everything that can happen to them. */
export const settingsOf = (period_id: number, changes: object = {}): RehearsalSettings => ({
  period_id,
  families: 10,
  children: 1,
  seed: 7,
  bank: 50,
  in_full: 30,
  declines: 50,
  returns: 50,
  aid: 30,
  cancels: 30,
  ...changes,
});

export async function demoPeriod(db: Database, name = '2027'): Promise<number> {
  return (await currentCatalog(db)).periods.find((period) => period.name === name)!.id;
}
