import { inject } from 'vitest';
import type { AppContext } from '#server/app-context.ts';
import { createSeasonDatabase, createTestDatabase } from '#tests/support/database/test-database.ts';
import { askNobody, importDemoSeason } from '#tests/support/season/demo-season.ts';
import { storeTemplateFiles } from '#tests/support/season/season-template.ts';
import { contextOn, type TestContext } from './context-on-database.ts';

export type { TestContext } from './context-on-database.ts';

/**
 * The whole server side for one test file: its own database, a clock that stands still, nothing of the
 * outside world.
 *
 *     const context = await createTestContext();
 *     const app = await buildApp(context);
 *     afterAll(() => context.close());
 */
export const createTestContext = async (changes: Partial<AppContext> = {}): Promise<TestContext> =>
  contextOn(await createTestDatabase(), changes);

/** The same with the demo season on sale: a copy, unless a clock of its own stands on another day. */
export async function createSeasonContext(changes: Partial<AppContext> = {}): Promise<TestContext> {
  if (changes.clock) {
    const context = await createTestContext(changes);
    await importDemoSeason(context);
    await askNobody(context.db);
    return context;
  }
  const context = await contextOn(await createSeasonDatabase(), changes);
  await storeTemplateFiles(context.files, inject('seasonTemplate'));
  return context;
}
