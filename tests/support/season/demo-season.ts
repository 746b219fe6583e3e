import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { importSeasonFile } from '#modules/catalog/season/season.service.ts';
import type { Db } from '#platform/db/database.ts';
import type { TestContext } from '#tests/support/app/context-on-database.ts';

export const DEMO_SEASON = join(import.meta.dirname, '../../../src/db/demo/season.json');

/** The demo's sum for a second person (MH2) is off where a test is about something else. */
export async function askNobody(db: Db): Promise<void> {
  await db.execute(sql`update company set second_person_above_cents = null`);
}

/** Imports the demo season into an app context; relative days count from the context's clock. */
export async function importDemoSeason(context: TestContext): Promise<void> {
  await importSeasonFile(context, DEMO_SEASON);
}
