import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// The database server is one for the run; each test file copies one of its two templates.
const onDatabase = {
  globalSetup: ['tests/support/database/vitest-database-setup.ts'],
  environment: 'node',
  // A process takes longer than the second of Vitest to start where the machine is busy.
  expect: { poll: { timeout: 10_000 } },
};

// What few changes break and what takes long: calls that are made up for every endpoint, processors and what
// is simulated of others, months that go by, processes that die at every step.
const SELDOM_BROKEN = [
  'tests/endpoints/{extra-keys,generated-calls,ended-session,foreign-ids}.test.ts',
  'tests/simulators/*/*.test.ts',
  'src/platform/payments/{stripe,sandbox}/*.test.ts',
  'src/modules/**/*crash.test.ts',
  'src/modules/catalog/{changes/drawn-changes,season/typed-season}.test.ts',
];

// Longer than half a minute beside the others: only `npm run test:long` runs them.
const LONGEST = [
  'src/platform/payments/stripe/odd-answers.test.ts',
  'src/modules/office/clock/clock.test.ts',
  'src/modules/billing/processor-events/restored-backup.test.ts',
  'src/modules/billing/staff-edits/payment-edit.properties.test.ts',
  'src/modules/office/effects/effects.properties.test.ts',
];

// The longest of the whole system's tests: begun last, each would have the workers wait for it alone.
const BEGUN_FIRST = [
  'system/simulation',
  'long/embedded-postgres',
  'system/mutants',
  'long/payment-settings',
  'long/staff-command',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = BEGUN_FIRST.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`));
      return rank < 0 ? BEGUN_FIRST.length : rank;
    };
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

// More than there are cores: much of such a test is waiting for something to be picked up again.
const wholeSystem = {
  ...onDatabase,
  globalSetup: ['tests/support/portal/build-before-tests.ts', ...onDatabase.globalSetup],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  maxWorkers: 3,
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...onDatabase,
          name: 'fast',
          // A worker reads the modules once for all its files: no test mocks or changes a module, so none
          // can leave one changed.
          isolate: false,
          // One more than there are cores: some tests wait for a clock. A busy machine may take its time.
          maxWorkers: availableParallelism() + 1,
          testTimeout: 20_000,
          hookTimeout: 30_000,
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'tests/{endpoints,repository}/*.test.ts'],
          exclude: [...SELDOM_BROKEN, ...LONGEST],
        },
      },
      {
        test: {
          ...wholeSystem,
          name: 'system',
          // As in the fast tests: what a test breaks, it breaks in a process of its own.
          isolate: false,
          include: ['tests/system/*.test.ts', ...SELDOM_BROKEN],
          exclude: LONGEST,
        },
      },
      {
        test: {
          ...wholeSystem,
          name: 'long',
          env: { TEST_LANE: 'long' },
          include: ['tests/{system,long}/*.test.ts', ...SELDOM_BROKEN, ...LONGEST],
        },
      },
    ],
  },
});
