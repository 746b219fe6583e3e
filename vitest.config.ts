import { defineConfig } from 'vitest/config';

// The database server is one for the run; each test file copies the migrated template from it.
const onDatabase = { globalSetup: ['tests/support/database/vitest-database-setup.ts'], environment: 'node' };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...onDatabase,
          name: 'fast',
          // A worker reads the modules once for all its files: no test mocks or changes a module, so none can leave one changed.
          isolate: false,
          // A test waits for the database most of its time, so every core may have one; a busy machine may take its time.
          maxWorkers: '100%',
          testTimeout: 20_000,
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'tests/{endpoints,repository}/*.test.ts'],
        },
      },
      {
        test: {
          ...onDatabase,
          name: 'slow',
          include: ['tests/long/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Two at a time: much of a slow test is waiting for something to be picked up again.
          maxWorkers: 2,
        },
      },
    ],
  },
});
