import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#kit/durations.ts';
import { FAMILY_PASSWORD, STAFF_PASSWORD } from '#db/demo/people.ts';
import { databaseUrlOf } from '#tests/support/portal/data-folder-database.ts';
import { jobsOf } from '#tests/support/portal/portal-jobs.ts';
import { findPlaces } from '#tests/support/sweep/find-places.ts';
import { settingsOf } from '#tests/support/rehearsals/a-rehearsal.ts';
import { PortalToThrow } from '#tests/support/sweep/portal-to-throw.ts';
import { formOfSeason, zipOfSeason } from '#tests/support/season/upload-season.ts';

/* Each listener, timer, job, thread and stream of the server throws once in a real portal. */

const RIGHT = '/api/program_group/read/all';
const EMAIL = 'adaeze@okafor.example';
const STAFF_EMAIL = 'admin@harborline.example';
const SEASON = 'src/db/demo/season.json';
// A busy machine takes its time to load a thread.
const PATIENCE_MS = 180_000;
// More in a minute end the portal, by decision 114.
const MOST_FAULTS = 15;

const places = findPlaces();
const portal = new PortalToThrow(places);
let rightAnswer: string;
let boss: PgBoss;
let token: string;
let order: number;

beforeAll(begin, 240_000);
afterAll(async () => {
  await boss.stop({ graceful: false });
  await portal.remove();
});

async function begin(): Promise<void> {
  await portal.start();
  boss = await jobsOf(databaseUrlOf(portal.dataDir));
  rightAnswer = (await portal.ask({ path: RIGHT })).body;
  ({ access_token: token } = await call('POST', '/api/login', { email: EMAIL, password: FAMILY_PASSWORD }));
  order = (await call('GET', '/api/order')).id;
}

/** An answer that must be right, for the family if no other is named. @returns its first item */
async function call(method: string, path: string, body?: object, as = token): Promise<any> {
  const answer = await portal.ask({ method, path, body, token: as });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body}`);
  return JSON.parse(answer.body).items?.[0];
}

/** Asks until something is so. */
async function until(what: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(50)) {
    if (await what().catch(() => false)) return;
    if (Date.now() > end) throw new Error(`waited in vain for ${String(what)}`);
  }
}

const isServing = async () => (await portal.ask({ path: '/api/health', isAlone: true })).status === 200;

/** Ends connections of the portal, as a server that restarts does. */
const cutConnections = () =>
  asOwner(`select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and application_name like 'schoolrun%'`);

type Step = { name: string; run(): Promise<void> };

const WAKES_THE_THREAD = 'src/server/background-worker.ts: on message';
const WAKES_THE_PRESS = 'src/platform/pdf/pdf-renderer-worker.ts: on message';

async function openFile(path: string): Promise<void> {
  const { status } = await portal.ask({ path });
  if (status !== 200) throw new Error(`${path}: ${status}`);
}

/** A mail, from the row in the outbox to the mail server. */
async function sendMail(): Promise<void> {
  await asOwner(`insert into outbox (kind, ref, payload, created_at)
    select 'accounts.password_changed', gen_random_uuid(),
      jsonb_build_object('user_id', id, 'at', '2026-11-26T12:00:00.000Z'), now()
    from users where email = '${EMAIL}'`);
  await boss.send('outbox.drain');
  await until(async () => (await countOf(UNSENT)) === 0);
}

const UNSENT = `select count(*)::int as count from outbox
  where kind = 'accounts.password_changed' and sent_at is null`;
const LEFT_OPEN = `select count(*)::int as count from pg_stat_activity
  where application_name = 'schoolrun' and state like 'idle in transaction%'`;

async function asOwner(statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: databaseUrlOf(portal.dataDir) });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

const countOf = async (statement: string): Promise<number> =>
  ((await asOwner(statement)).rows as { count: number }[])[0]!.count;

/** The signed copy of the order, printed anew. */
async function printPaper(): Promise<void> {
  await asOwner('set session_replication_role = replica; delete from kept_receipts');
  const { receipts } = await call('GET', `/api/order/${order}/documents`);
  await openFile(receipts[0].path);
}

/** An export asks for a login of just now. @returns the token of an administrator */
async function logInAsStaff(): Promise<string> {
  const login = { email: STAFF_EMAIL, password: STAFF_PASSWORD };
  return (await call('POST', '/api/login', login)).access_token;
}

async function exportWorkbook(): Promise<void> {
  const body = { list: 'listParents', format: 'xlsx' };
  await openFile((await call('POST', '/api/admin/exports', body, await logInAsStaff())).path);
}

async function uploadSeasonFile(): Promise<void> {
  const body = formOfSeason(await zipOfSeason(SEASON));
  await call('POST', '/api/admin/season-imports', body, await logInAsStaff());
}

/** Plays a rehearsal to its end. */
async function rehearse(): Promise<void> {
  const staff = await logInAsStaff();
  const season = await call('GET', '/api/admin/seasons', undefined, staff);
  const { id } = await call('POST', '/api/admin/rehearsals', settingsOf(season.id), staff);
  let state = 'playing';
  await until(async () => {
    ({ state } = await call('GET', `/api/admin/rehearsals/${id}`, undefined, staff));
    return state !== 'playing';
  });
  if (state !== 'done') throw new Error(`the rehearsal has ${state}`);
}

/** Lets a thread die of an error that nobody in it has caught; its work is done all the same. */
const inADyingThread = (place: string, work: () => Promise<void>) => async () => {
  portal.arm(place);
  await work().catch(() => undefined);
  portal.disarm(place);
  portal.hasThrown(place);
  await work();
};

/** A run of a job to its end. */
const runJob = (name: string) => async () => {
  const id = await boss.send(name);
  if (id === null) throw new Error(`${name} waits already`);
  await until(async () => /completed|failed/.test((await boss.getJobById(name, id))?.state ?? ''));
  const job = await boss.getJobById(name, id);
  if (job?.state !== 'completed') throw new Error(`${name}: ${job?.state}`);
};

/** By these a place is reached each time. */
const firstSteps: Step[] = [
  {
    name: 'cut connections',
    run: async () => {
      // The queue has a connection then that is cut, and hears of jobs again afterwards.
      await runJob('seats.offer')();
      await cutConnections();
      await until(isServing);
      await until(() => runJob('seats.offer')().then(() => true));
    },
  },
  { name: 'a call', run: () => call('GET', '/api/user') },
];

const otherSteps: Step[] = [
  { name: 'a paper', run: printPaper },
  {
    name: 'an archive',
    run: async () => {
      const proof = { current_password: FAMILY_PASSWORD };
      await openFile((await call('POST', '/api/family-data', proof)).path);
    },
  },
  { name: 'a workbook', run: exportWorkbook },
  { name: 'a season file', run: uploadSeasonFile },
  { name: 'a rehearsal', run: rehearse },
  { name: 'a press that dies', run: inADyingThread(WAKES_THE_PRESS, printPaper) },
];

/** The thread of mails has the lowest priority, and takes its time on a busy machine. */
const mailSteps: Step[] = [
  { name: 'a mail', run: sendMail },
  { name: 'a thread that dies', run: inADyingThread(WAKES_THE_THREAD, sendMail) },
];

/** The thread may be at work on something else during any other step. */
const isOfThread = (name: string) => name.startsWith('src/server/background');

/** A sending that stands still, until the portal gives the sender up. */
async function standStill(): Promise<void> {
  const status = await portal.sendHalf('/api/login');
  if (status !== 408) throw new Error(`a sending that stands still: ${status}`);
}

/** The only steps by which a timer is reached for certain. */
const waits: Step[] = [
  { name: 'five seconds', run: () => sleep(5_100) },
  { name: 'a sending that stands still', run: standStill },
  { name: 'a minute', run: () => sleep(61_000) },
];

/** Places that no step reaches, and why. */
const UNREACHED: Record<string, string> = {
  'src/modules/billing/processor/ask-processor.service.ts: setTimeout': 'a processor that does not answer',
  'src/modules/orders/orders.jobs.ts: run': 'the work of a job that runs in the background thread',
  'src/server/mail-jobs.ts: run': 'the work of a job that runs in the background thread',
  'src/platform/db/embedded/cluster.ts: on data': 'PostgreSQL is installed once, by the first start',
  'src/platform/db/follow-statements.ts: on connect': 'statements are followed only with metrics or traces',
  'src/server/background.ts: setTimeout': 'it comes after five minutes of rest; background.test.ts',
  'src/server/http/pages/page-renderer-worker.ts: on message': 'pages are built; page-renderer.test.ts',
  'src/server/http/pages/page-renderer.ts: setTimeout': 'pages are built; page-renderer.test.ts',
  'src/server/http/pages/page-renderer.ts: on message': 'pages are built; page-renderer.test.ts',
  'src/server/http/pages/page-renderer.ts: on error': 'pages are built; page-renderer.test.ts',
  'src/server/http/pages/page-renderer.ts: on exit': 'pages are built; page-renderer.test.ts',
  'src/server/main.ts: on signal': 'the end',
  'src/server/rehearsal-process.ts: on error': 'a process that cannot be started',
  'src/server/rehearsal-worker.ts: once message': 'a process of its own, which may end; rehearsal.test.ts',
  'src/server/rehearsal-worker.ts: setInterval': 'a process of its own, which may end; rehearsal.test.ts',
  'src/server/rehearsal-worker.ts: once disconnect': 'a process of its own, which ends; rehearsal.test.ts',
  'src/server/main.ts: setTimeout': 'an end that takes more than nine seconds',
};

/** Steps whose answer is sent while its file is made. */
const STREAMED = ['an archive', 'a workbook'];

/** What is wrong after a place has thrown in a step. */
async function harmOf(step: Step): Promise<string[]> {
  if (!portal.isAlive) return ['the process has ended'];
  await until(isServing);
  const { idleMs } = portal;
  const next = await portal.ask({ path: RIGHT });
  const again = await step.run().then(
    () => undefined,
    (error: Error) => `${step.name} does not work any more: ${error.message}`,
  );
  const left = await until(async () => (await countOf(LEFT_OPEN)) === 0).then(
    () => undefined,
    () => 'a transaction was left open',
  );
  return [
    next.status === 200 && next.body === rightAnswer ? undefined : `the next request: ${next.status}`,
    // An answer that breaks off takes its connection along, and so does a minute without a request.
    next.isReused || STREAMED.includes(step.name) || idleMs > MINUTE_MS
      ? undefined
      : 'the connection was closed',
    again,
    left,
  ].filter((what) => what !== undefined);
}

/** Lets a place throw in its step. @returns what is wrong afterwards */
async function throwAt(name: string, step: Step): Promise<string[]> {
  if (faults() > MOST_FAULTS) await restart();
  // A new portal has no connection yet.
  await portal.ask({ path: RIGHT });
  portal.arm(name);
  let hasThrown = false;
  for (let tries = 0; tries < 3 && !hasThrown; tries += 1) {
    await step.run().catch(() => undefined);
    hasThrown = portal.hasThrown(name);
  }
  portal.disarm(name);
  return hasThrown ? harmOf(step) : ['it was not reached again'];
}

const faults = () => portal.output().split('an error was caught by nobody').length - 1;

async function restart(): Promise<void> {
  await boss.stop({ graceful: false });
  await portal.stop();
  await begin();
}

const reachesForCertain = (step: Step, name: string) =>
  name.endsWith('setInterval') === waits.includes(step) && (!isOfThread(name) || mailSteps.includes(step));

/** Each place with a step that reaches it. */
async function findSteps(): Promise<Map<string, Step>> {
  const queues = (await boss.getQueues()).map(({ name }) => name).filter((name) => !name.startsWith('__'));
  const steps = [...firstSteps, ...queues.map((name) => ({ name, run: runJob(name) }))];
  const stepOf = new Map<string, Step>();
  for (const step of [...steps, ...otherSteps, ...mailSteps, ...waits]) {
    portal.takeReached();
    await step.run();
    for (const name of portal.takeReached())
      if (!stepOf.has(name) && reachesForCertain(step, name)) stepOf.set(name, step);
  }
  return stepOf;
}

/** @shows MC1.11 */
describe('each listener, timer, job, thread and stream of a portal', () => {
  it('may throw once, and the portal serves on', async () => {
    const stepOf = await findSteps();
    const unreached = places.map(({ name }) => name).filter((name) => !stepOf.has(name));
    expect(unreached.toSorted()).toEqual(Object.keys(UNREACHED).toSorted());

    const wrong: Record<string, string[]> = {};
    for (const [name, step] of stepOf) {
      const found = await throwAt(name, step).catch((error: Error) => [error.message]);
      if (found.length > 0) wrong[name] = found;
    }
    expect(wrong).toEqual({});
  }, 1_500_000);
});
