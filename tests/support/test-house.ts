import type { House } from '#server/house.ts';
import { houseOn, type TestHouse } from './house-on.ts';
import { createTestDatabase } from './test-database.ts';

export type { TestHouse } from './house-on.ts';

/**
 * A whole house for one test file: its own database, a clock that stands still, nothing of the outside world.
 *
 *     const house = await createTestHouse();
 *     const app = await buildApp(house);
 *     afterAll(() => house.close());
 */
export const createTestHouse = async (changes: Partial<House> = {}): Promise<TestHouse> =>
  houseOn(await createTestDatabase(), changes);
