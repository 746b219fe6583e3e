import { inject } from 'vitest';
import { cloneDatabase, type TestDatabase } from './clone-database.ts';

export type { TestDatabase } from './clone-database.ts';

/**
 * A migrated, empty database of its own for one test file.
 *
 *     const database = await createTestDatabase();
 *     afterAll(() => database.drop());
 */
export const createTestDatabase = (): Promise<TestDatabase> => cloneDatabase(inject('templateUrl'));

/** The same with the demo season on sale, its days counted from where test clocks stand. */
export const createSeasonDatabase = (): Promise<TestDatabase> => cloneDatabase(inject('seasonTemplate').url);
