/**
 * Whether a run may begin its next piece of work. False once it has gone on for long enough; what is left is
 * for the next run, which then begins at once.
 */
export type MayGoOn = () => boolean;

/** For whoever runs a job by hand, and waits for its end. */
export const toTheEnd: MayGoOn = () => true;

/**
 * Something that is done again and again: `run` looks for what is due and does it. It may be started
 * twice at once or after a crash, so it claims its rows and is idempotent.
 */
export type Job = {
  /** `noun.verb` */
  readonly name: `${string}.${string}`;
  /** five fields, in the company's time zone */
  readonly cron: string;
  /** one that may take longer than the queue waits for it asks `mayGoOn`; without it all is done */
  run: (mayGoOn?: MayGoOn) => Promise<void>;
  /**
   * Whether it would find something to do. A job that says so runs in the portal's background thread, which
   * is started only then.
   */
  isDue?: () => Promise<boolean>;
};
