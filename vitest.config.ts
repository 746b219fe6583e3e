import { defineConfig } from 'vitest/config';

// The database server is one for the run; each test file copies one of its two templates.
const onDatabase = {
  globalSetup: ['tests/support/database/vitest-database-setup.ts'],
  environment: 'node',
};

// More than there are cores: much of such a test is waiting for something to be picked up again.
const wholeSystem = { ...onDatabase, testTimeout: 120_000, hookTimeout: 120_000, maxWorkers: 3 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...onDatabase,
          name: 'fast',
          // A worker reads the modules once for all its files: no test mocks or changes a module, so none
          // can leave one changed.
          isolate: false,
          // Every core may have a worker; a busy machine may take its time.
          maxWorkers: '100%',
          testTimeout: 20_000,
          include: [
            'src/**/*.test.ts',
            'src/**/*.test.tsx',
            'tests/{endpoints,repository}/*.test.ts',
            'tests/simulators/*/*.test.ts',
          ],
        },
      },
      { test: { ...wholeSystem, name: 'system', include: ['tests/system/*.test.ts'] } },
      {
        test: {
          ...wholeSystem,
          name: 'long',
          env: { TEST_LANE: 'long' },
          include: ['tests/{system,long}/*.test.ts'],
        },
      },
    ],
  },
});
