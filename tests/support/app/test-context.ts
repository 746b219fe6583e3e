import type { House } from '#server/app-context.ts';
import { houseOn, type TestHouse } from './context-on-database.ts';
import { createTestDatabase } from '#tests/support/database/test-database.ts';

export type { TestHouse } from './context-on-database.ts';

/**
 * A whole house for one test file: its own database, a clock that stands still, nothing of the outside world.
 *
 *     const house = await createTestHouse();
 *     const app = await buildApp(house);
 *     afterAll(() => house.close());
 */
export const createTestHouse = async (changes: Partial<House> = {}): Promise<TestHouse> =>
  houseOn(await createTestDatabase(), changes);
