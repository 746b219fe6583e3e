import { join } from 'node:path';
import { importSeasonFile } from '#modules/catalog/season/season.service.ts';
import type { TestContext } from '#tests/support/app/context-on-database.ts';

export const DEMO_SEASON = join(import.meta.dirname, '../../../src/db/demo/season.json');

/** Imports the demo season into an app context; relative days count from the context's clock. */
export async function importDemoSeason(context: TestContext): Promise<void> {
  await importSeasonFile(context, DEMO_SEASON);
}
