import type { Tx } from '#platform/db/database.ts';
import type { SeasonProblem } from './season-problem.ts';
import type { SeasonReport } from './season-report.ts';

/** A file beside the season file, and the key under which the portal keeps it. */
export type SeasonFile = { name: string; key: string };

/** A running import: what it may look up, and what it has to tell. */
export type Import = {
  tx: Tx;
  report: SeasonReport;
  problems: SeasonProblem[];
  files: SeasonFile[];
  /** ids of options by key */
  options: Map<string, number>;
};
