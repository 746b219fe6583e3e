import type { AppContext } from '#server/app-context.ts';
import { contextOn, type TestContext } from './context-on-database.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';

export type { TestContext } from './context-on-database.ts';

/**
 * A whole house for one test file: its own database, a clock that stands still, nothing of the outside world.
 *
 *     const house = await createTestHouse();
 *     const app = await buildApp(house);
 *     afterAll(() => house.close());
 */
export const createTestContext = async (changes: Partial<AppContext> = {}): Promise<TestContext> =>
  contextOn(await createTestDatabase(), changes);
