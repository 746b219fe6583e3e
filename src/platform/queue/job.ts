/**
 * Something that is done again and again: `run` looks for what is due and does it. It may be started
 * twice at once or after a crash, so it claims its rows and is idempotent.
 */
export type Job = {
  /** `noun.verb` */
  readonly name: `${string}.${string}`;
  /** five fields, in the company's time zone */
  readonly cron: string;
  run: () => Promise<void>;
  /**
   * Whether it would find something to do. A job that says so runs in the portal's background thread, which
   * is started only then.
   */
  isDue?: () => Promise<boolean>;
};
