import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { readSalesFacts } from '#modules/office/health/health.service.ts';
import { VERSION } from '#platform/db/program-version.ts';
import { describeError } from '#platform/log/describe-error.ts';
import type { Metrics, Reading } from '#platform/telemetry/metrics.ts';
import type { AppContext } from '#server/app-context.ts';
import { healthLines } from './health-lines.ts';
import { readHealthFacts, type HealthFacts } from './read-facts.ts';

/** A scraper has one connection. */
const MOST_CONNECTIONS = 10;
const REQUEST_WITHIN_MS = 5_000;

const one = (name: string, help: string, value: number): Reading => ({ name, help, values: [{ value }] });

const by = <T>(rows: readonly T[], label: string, read: (row: T) => [string, number]) =>
  rows.map((row) => {
    const [name, value] = read(row);
    return { labels: { [label]: name }, value };
  });

const JOB_STATES = ['waiting', 'running', 'failed'] as const;
const GRADE = { good: 0, look: 1, bad: 2 };

function readingsOfFacts(facts: HealthFacts): Reading[] {
  const { jobs, mail, processor, database, disk } = facts;
  return [
    {
      name: 'schoolrun_jobs',
      help: 'Runs of jobs by state; failed ones of a day',
      values: jobs.flatMap((job) =>
        JOB_STATES.map((state) => ({ labels: { name: job.name, state }, value: job[state] })),
      ),
    },
    {
      name: 'schoolrun_jobs_dead',
      help: '1 for a job that failed and runs not soon',
      values: by(jobs, 'name', ({ name, is_dead }) => [name, Number(is_dead)]),
    },
    one('schoolrun_outbox_waiting', 'Emails that wait', mail.waiting),
    one('schoolrun_outbox_oldest_seconds', 'Age of the oldest waiting email', mail.oldest_s),
    one('schoolrun_outbox_given_up', 'Emails that were given up', mail.given_up),
    one('schoolrun_attempts_unresolved', 'Charges without a result', processor.unresolved),
    one('schoolrun_database_bytes', 'Size of the database', database.bytes),
    one('schoolrun_database_connections', 'Connections of the database server', database.connections),
    one('schoolrun_disk_free_bytes', 'Free space of DATA_DIR', disk.free_mb * 1_000_000),
    {
      name: 'schoolrun_health',
      help: 'Lines of the health page: 0 good, 1 look, 2 bad',
      values: by(healthLines(facts), 'line', ({ key, state }) => [key, GRADE[state]]),
    },
  ];
}

/** Eleven statements: those of the health page and one more (HE1.5). */
async function readReadings(context: AppContext): Promise<Reading[]> {
  const { db, clock } = context;
  const { totalCount, idleCount, waitingCount } = db.$client;
  const pool = { open: totalCount, idle: idleCount, waiting: waitingCount };
  const [facts, sales] = [await readHealthFacts(context), await readSalesFacts(db, clock.now())];
  return [
    {
      name: 'schoolrun_build_info',
      help: 'Version of the portal and of Node',
      values: [{ labels: { version: VERSION, node: process.versions.node }, value: 1 }],
    },
    {
      name: 'schoolrun_pool_connections',
      help: 'Connections of this portal; waiting are requests for one',
      values: by(Object.entries(pool), 'state', ([state, n]) => [state, n]),
    },
    one('schoolrun_seat_holds', 'Seats held for families', sales.seat_holds),
    one('schoolrun_orders_active', 'Signed orders that are active', sales.active_orders),
    {
      name: 'schoolrun_attempts',
      help: 'The newest 5,000 charges by state',
      values: by(Object.entries(sales.attempts), 'state', ([state, n]) => [state, n]),
    },
    one('schoolrun_exports', 'Files of lists that staff have taken', sales.exports),
    ...readingsOfFacts(facts),
  ];
}

type Options = { context: AppContext; metrics: Metrics; host: string; port: number };

/** Serves `GET /metrics` for Prometheus on an address of its own, and nothing else (HE1.4). */
export async function serveMetrics({ context, metrics, host, port }: Options) {
  // A second scraper gets the reading of the first.
  let reading: Promise<string> | undefined;
  const read = () =>
    (reading ??= readReadings(context)
      .then(metrics.text)
      .finally(() => (reading = undefined)));
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    read().then(
      (text) => response.setHeader('content-type', metrics.contentType).end(text),
      (error: unknown) => {
        context.log.warn({ error: describeError(error) }, 'metrics could not be read');
        response.writeHead(503).end();
      },
    );
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.requestTimeout = REQUEST_WITHIN_MS;
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
      metrics.close();
    },
  };
}
