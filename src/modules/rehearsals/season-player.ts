import type { RehearsalReport } from './rehearsal-report.shapes.ts';
import type { Progress, RehearsalSettings } from './rehearsal.shapes.ts';

/** What the process of a rehearsal says; the last word is `done` or `failed`. */
export type RehearsalWord =
  /** the stage is made; each second until the first day */
  | { k: 'alive' }
  | { k: 'progress'; progress: Progress }
  | { k: 'done'; report: RehearsalReport }
  | { k: 'failed'; problem: string };

/** The text of the season file, and the contents below `files/` by name. */
export type SeasonCopy = { text: string; contents: ReadonlyMap<string, Uint8Array> };

export type ToPlay = { id: number; season: SeasonCopy; settings: RehearsalSettings };

/** Plays rehearsals in processes of their own; the server has the processes. */
export type SeasonPlayer = {
  /** whether the machine has memory enough */
  hasRoom: () => boolean;
  /** resolves once the process has begun; `hear` is called one word after the other */
  play: (toPlay: ToPlay, hear: (word: RehearsalWord) => Promise<void>) => Promise<void>;
  /** ends the process of a rehearsal, if the process is of this portal */
  stop: (id: number) => void;
  /** removes what processes of ended portals have left behind */
  sweep: () => Promise<void>;
  /** ends every process */
  close: () => Promise<void>;
};
