import { join } from 'node:path';
import { importSeasonFile } from '#modules/catalog/season/season.service.ts';
import type { TestContext } from '#tests/support/app/test-context.ts';

export const DEMO_SEASON = join(import.meta.dirname, '../../../src/db/demo/season.json');

/** Brings the demo season into a house, its relative days counted from the house's clock. */
export async function importDemoSeason(context: TestContext): Promise<void> {
  await importSeasonFile(context, DEMO_SEASON);
}
