import { tracingChannel, type TracingChannel } from 'node:diagnostics_channel';

/** Work that traces and metrics follow. A name is of the program, without ids, paths and texts of people. */
export type Activity =
  | { kind: 'request'; name: string; status?: number }
  /** `select orders` */
  | { kind: 'statement'; name: string }
  | { kind: 'job'; name: string }
  /** `refunds`: the kind of object at the processor */
  | { kind: 'processor'; name: string };

export type Ended = Activity & { error?: unknown };

/** Without a listener, work runs as if the channel were absent (MO12). */
export const activities: TracingChannel<unknown, Ended> = tracingChannel('schoolrun.activity');

export const followed = <T>(activity: Activity, work: () => Promise<T>): Promise<T> =>
  activities.tracePromise(work, activity);
