import type { SourceText } from '../../scripts/ladder/source-text.ts';

/** What a commit changed: its lines are those added and those deleted. */
export type Commit = { subject: string; hasBody: boolean; files: number; lines: number };

/** All that is measured of one commit, or of the working folder. */
export type Tree = {
  name: string;
  files: SourceText[];
  /** README and docs, without the decisions, which record their day */
  documents: SourceText[];
  /** names of the database's columns, each once */
  columns: string[];
  commits: Commit[];
  /** the commits since the last tag */
  recent: Commit[];
};
