import type { AppContext } from '#server/app-context.ts';
import { contextOn, type TestContext } from './context-on-database.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';

export type { TestContext } from './context-on-database.ts';

/**
 * An app context for one test file: its own database, a clock that stands still, no outside world.
 *
 *     const context = await createTestContext();
 *     const app = await buildApp(context);
 *     afterAll(() => context.close());
 */
export const createTestContext = async (changes: Partial<AppContext> = {}): Promise<TestContext> =>
  contextOn(await createTestDatabase(), changes);
