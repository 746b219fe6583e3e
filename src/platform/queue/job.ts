/** False after the time limit of a run; the next run then begins at once. */
export type MayGoOn = () => boolean;

export const toTheEnd: MayGoOn = () => true;

/** A job may be started twice at once or after a crash: `run` claims rows and is idempotent. */
export type Job = {
  readonly name: `${string}.${string}`;
  readonly cron: string;
  /** a job with possibly long runs asks `mayGoOn`; without `mayGoOn`, a run does all the work */
  run: (mayGoOn?: MayGoOn) => Promise<void>;
  /** A job with `isDue` runs in the background thread of the portal, started only on due work. */
  isDue?: () => Promise<boolean>;
};
