import { AsyncLocalStorage } from 'node:async_hooks';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { activities, type Activity, type Ended } from './activity.ts';

/*
 * The metrics of the portal, by prom-client (HE1.4). Imported only by a portal with METRICS_PORT. A label is
 * a name of the program, a state or a class of status: never an id, a path or a text.
 */

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** A value by labels, as of the moment of a scrape. */
export type Reading = {
  name: string;
  help: string;
  values: { labels?: Record<string, string>; value: number }[];
};

export type Metrics = {
  contentType: string;
  /** @returns Prometheus text with the counted work and the given readings */
  text: (readings: readonly Reading[]) => Promise<string>;
  close: () => void;
};

type Request = { name: string; statements: number; seconds: number };

/** Counts the work of this process from now on. */
export function countActivities(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const stop = follow(counters(registry));
  const gauges = new Map<string, Gauge>();
  const show = ({ name, help, values }: Reading): void => {
    const labelNames = [...new Set(values.flatMap(({ labels }) => Object.keys(labels ?? {})))];
    const gauge = gauges.get(name) ?? new Gauge({ name, help, labelNames, registers: [registry] });
    gauges.set(name, gauge);
    gauge.reset();
    for (const { labels = {}, value } of values) gauge.set(labels, value);
  };
  return {
    contentType: registry.contentType,
    async text(readings) {
      readings.filter(({ values }) => values.length > 0).forEach(show);
      return registry.metrics();
    },
    close() {
      stop();
      registry.clear();
    },
  };
}

type Counters = ReturnType<typeof counters>;

function counters(registry: Registry) {
  const registers = [registry];
  const timed = (kind: string, help: string, labelNames: string[]) =>
    new Histogram({ name: `schoolrun_${kind}_seconds`, help, labelNames, buckets: BUCKETS, registers });
  return {
    request: timed('request', 'Requests by name of the call and class of status', ['name', 'status']),
    statement: timed('statement', 'Statements by verb and table', ['name']),
    job: timed('job', 'Runs of jobs', ['name', 'outcome']),
    processor: timed('processor', 'Answers of the payment processor by kind of object', ['name', 'outcome']),
    statements: new Counter({
      name: 'schoolrun_request_statements_total',
      help: 'Statements of requests by name of the call',
      labelNames: ['name'],
      registers,
    }),
    waited: new Counter({
      name: 'schoolrun_request_statement_seconds_total',
      help: 'Seconds of statements of requests by name of the call',
      labelNames: ['name'],
      registers,
    }),
  };
}

/** Statements count for the request in which they run. */
function follow(counted: Counters): () => void {
  const current = new AsyncLocalStorage<Request | undefined>();
  const open = new WeakMap<Activity, { begun: number; request: Request | undefined }>();
  const begin = (activity: Ended): Request | undefined => {
    const outer = current.getStore();
    const request = activity.kind === 'request' ? { name: activity.name, statements: 0, seconds: 0 } : outer;
    open.set(activity, { begun: performance.now(), request });
    return request;
  };
  const asyncEnd = (message: unknown): void => {
    const activity = message as Ended;
    const found = open.get(activity);
    if (found) observe(counted, activity, (performance.now() - found.begun) / 1_000, found.request);
  };
  activities.start.bindStore(current, begin);
  activities.asyncEnd.subscribe(asyncEnd);
  return () => {
    activities.start.unbindStore(current);
    activities.asyncEnd.unsubscribe(asyncEnd);
  };
}

const classOf = (status: number | undefined) => `${Math.floor((status ?? 0) / 100)}xx`;

function observe(counted: Counters, activity: Ended, seconds: number, request: Request | undefined): void {
  const { kind, name } = activity;
  const outcome = 'error' in activity ? 'failed' : 'done';
  if (kind === 'request') {
    counted.request.observe({ name, status: classOf(activity.status) }, seconds);
    counted.statements.inc({ name }, request?.statements ?? 0);
    counted.waited.inc({ name }, request?.seconds ?? 0);
    return;
  }
  if (kind !== 'statement') return counted[kind].observe({ name, outcome }, seconds);
  counted.statement.observe({ name }, seconds);
  if (!request) return;
  request.statements += 1;
  request.seconds += seconds;
}
