import type { TestProject } from 'vitest/node';
import { createSeasonTemplate, type SeasonTemplate } from '#tests/support/season/season-template.ts';
import { startThrowawayServer } from './throwaway-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** address of the run's PostgreSQL, ending in the migrated template database */
    templateUrl: string;
    /** the same database with the demo season on sale */
    seasonTemplate: SeasonTemplate;
  }
}

/** Starts one PostgreSQL for the whole run and migrates the database that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { templateUrl, stop } = await startThrowawayServer();
  // Vitest ends at once when it is asked to, and the server has a group of processes of its own.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void stop().finally(() => process.exit(1)));
  project.provide('templateUrl', templateUrl);
  project.provide('seasonTemplate', await createSeasonTemplate(templateUrl));
  return stop;
}
