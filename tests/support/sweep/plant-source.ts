import { mutateSource } from '#tests/simulation/mutants/mutation.ts';

// Loaded before the portal where a test plants a bug in a process of its own.
mutateSource(JSON.parse(process.env.PLANTED_SOURCE ?? '[]'));
