import './refuse-old-node.ts';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { findPage, searchablePaths } from '#app/site-map.ts';
import { buildFolder } from '#brand/brand-folder.ts';
import { m } from '#i18n/messages.js';
import { ENDED_BY_ITSELF } from '#kit/exit-codes.ts';
import { within } from '#kit/within.ts';
import { cardFeeWarning } from '#modules/catalog/card-fee.ts';
import { readBeforeOpening } from '#modules/billing/processor-events/read-before-opening.service.ts';
import { inviteFirstStaff } from '#modules/accounts/staff/first-staff.service.ts';
import { endLostRehearsals } from '#modules/rehearsals/rehearsals.service.ts';
import { takeFirstFacts } from '#modules/catalog/season/first-facts.service.ts';
import { currentCatalog } from '#modules/catalog/current-catalog.service.ts';
import { readConfig, type Config } from '#platform/config/config.ts';
import { WrongConfig } from '#platform/config/variable.ts';
import { VERSION } from '#platform/db/program-version.ts';
import { describeError } from '#platform/log/describe-error.ts';
import { createLog, type Log } from '#platform/log/log.ts';
import { processorOf } from '#platform/payments/processor.ts';
import type { Job } from '#platform/queue/job.ts';
import { startQueue, type Queue } from '#platform/queue/queue.ts';
import type { Metrics } from '#platform/telemetry/metrics.ts';
import { openTraces } from '#platform/telemetry/open-traces.ts';
import type { AppContext } from './app-context.ts';
import { openBackground, type Background } from './background.ts';
import { buildApp } from './build-app.ts';
import { sendEmailsSoon } from '#server/http/trigger-soon.ts';
import { readBuiltPages } from '#server/http/pages/built-pages.ts';
import { watchFaults } from './faults.ts';
import { moduleJobs } from './jobs.ts';
import { checkAllKeys } from './reencrypt-all.ts';
import { openAppContext, runDueJobs, type OpenAppContext } from './open-app-context.ts';
import { warnOfOutsideServices } from './outside-services.ts';
import { listDemoLogins, listOpenToDemo } from '#db/demo/demo-logins.ts';
import { FAMILY_PASSWORD, STAFF_PASSWORD } from '#db/demo/people.ts';
import { seedDemoApplications } from '#db/demo/seed-applications.service.ts';
import { seedChargeElsewhere } from '#db/demo/seed-charge-elsewhere.service.ts';
import { seedDemo } from '#db/demo/seed-demo.service.ts';
import { seedDemoOrders } from '#db/demo/seed-orders.service.ts';

const OF_HOST = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN']);

const OF_FOLDER = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC']);

const BUILT_PAGES = join(buildFolder, 'client');

// Too short to notice, but 40 reads a second instead of thousands.
const REPEAT_FOR_MS = 25;

// SIGTERM must be answered within ten seconds (K6); hanging work is abandoned before.
const STOP_WITHIN_MS = 9_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog({ level: config.logLevel, format: config.logFormat });
  log.info(m.portal_starting({ version: VERSION }));
  try {
    const { stop, announce } = await startPortal(config, log);
    // A reader of the ready line may stop the portal at once.
    const end = orderlyEnd(stop, log);
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end(0));
    watchFaults({ log, end: () => void end(ENDED_BY_ITSELF) });
    announce();
  } catch (error) {
    log.fatal(sentenceOfStart(error, config));
    log.debug({ error: describeError(error) }, 'where the start failed');
    process.exit(1);
  }
}

type StartedPortal = {
  /** ends everything in reverse order */
  stop: () => Promise<void>;
  /** logs the address of the portal */
  announce: () => void;
};

async function startPortal(config: Config, log: Log): Promise<StartedPortal> {
  const traces = await openTraces(config, log);
  const metrics = await countForMetrics(config);
  const open = await openAppContext(config, log, 'portal');
  await checkBeforeStart(open);
  const { queue, app, background } = await startParts(open);
  const metricsPort = metrics && (await openMetricsPort(open.context, metrics));
  // Each step has a time limit within the ten seconds: an endless request does not stop the other steps.
  const stop = async () => {
    const atRest = Promise.all([background.stop(), open.context.seasonPlayer.close()]);
    metricsPort?.close();
    await within(3_000, app.close());
    await within(2_500, queue.stop());
    await atRest;
    await open.close();
    await traces.close();
  };
  try {
    const lines = await openToVisitors(open, { queue, app });
    const announce = () => lines.forEach((line) => log.info(line));
    return { stop, announce };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Before the pools of the database are opened, which are followed or not. */
async function countForMetrics({ metricsPort }: Config): Promise<Metrics | undefined> {
  if (metricsPort === 0) return undefined;
  const { countActivities } = await import('#platform/telemetry/metrics.ts');
  return countActivities();
}

async function openMetricsPort(context: AppContext, metrics: Metrics) {
  const { metricsHost: host, metricsPort: port } = context.config;
  const { serveMetrics } = await import('./health/metrics-port.ts');
  const opened = await serveMetrics({ context, metrics, host, port }).catch(({ code }: { code: string }) => {
    throw new Error(m.portal_metrics_port_closed({ host, port, code }));
  });
  context.log.info({ host, port }, 'metrics are served at /metrics');
  return opened;
}

async function checkBeforeStart({ context, close, isEmbedded }: OpenAppContext): Promise<void> {
  const { config, log } = context;
  try {
    if (config.isProduction || (config.isReachable && !config.demo)) await refuseDemoAccounts(context);
    warnOfStrangers(config, log);
    await warnOfCardFee(context);
    await checkAllKeys(context);
    await takeFirstFacts(context);
    await endEarlierRehearsals(context, isEmbedded);
    // Not awaited: a mail server that does not answer delays no start.
    void warnOfOutsideServices(config, log);
  } catch (error) {
    await close();
    throw error;
  }
}

/** An embedded database has one portal, so what plays is of an earlier process. */
async function endEarlierRehearsals(context: AppContext, isEmbedded: boolean): Promise<void> {
  await context.seasonPlayer.sweep();
  await (isEmbedded ? endLostRehearsals(context, 0) : endLostRehearsals(context));
}

type Parts = { queue: Queue; app: FastifyInstance; background: Background };

async function startParts(open: OpenAppContext): Promise<Parts> {
  const { context, databaseUrl, company } = open;
  const { config, log } = context;
  const { time_zone } = context.clock;
  const background = openBackground({ ...open, config, company: company.known, log });
  const jobs = moduleJobs.flatMap((jobsOf) => jobsOf(context));
  // The queue waits for the database during the declaration of the calls.
  const [queue, app] = await Promise.all([
    startQueue({ databaseUrl, jobs: jobs.map((job) => inBackground(job, background)), time_zone, log }),
    buildApp(
      context,
      { built: readBuiltPages(BUILT_PAGES), findPage, searchablePaths },
      { repeatForMs: REPEAT_FOR_MS },
    ),
  ]);
  company.onChange((next) => queue.keepTime(next.time_zone));
  runJobsApart(context, { jobs, background, queue });
  return { queue, app, background };
}

/** @returns the log lines about the ready portal */
async function openToVisitors(
  open: OpenAppContext,
  { queue, app }: Pick<Parts, 'queue' | 'app'>,
): Promise<string[]> {
  const { config, billing } = open.context;
  const demoLogins = await fillDemo(open);
  const isMailWaiting = await inviteFirstStaff(open.context);
  await readBeforeOpening(billing);
  const address = await listen(app, config);
  await queue.triggerJob('audit.chain');
  await queue.triggerJob('vault.reseal');
  if (isMailWaiting) await sendEmailsSoon(open.context);
  return [
    m.portal_ready({ address, version: VERSION }),
    ...demoLogins,
    ...(config.logFormat === 'plain' ? [m.portal_how_to_stop()] : []),
  ];
}

/** Warns at each start of a forgotten NODE_ENV (MH9). */
function warnOfStrangers({ isReachable, isProduction, lacksForProduction }: Config, log: Log): void {
  if (!isReachable || isProduction) return;
  log.warn(m.portal_reachable_without_production());
  const demands = [...new Set(lacksForProduction)].join(' ');
  if (demands) log.warn(m.portal_production_demands({ demands }));
}

/** Warns that live cards pay no fee until the fee is announced (S5). */
async function warnOfCardFee({ db, clock, config, log }: AppContext): Promise<void> {
  const { company, payment_type_surcharges } = await currentCatalog(db);
  const day = { today: clock.today(), processor: processorOf(config) };
  const said = company[0] && cardFeeWarning(company[0], day, payment_type_surcharges.length > 0);
  if (said) log.warn(said);
}

/** A job of mails or documents for the queue: checks for work, and wakes the thread. */
function inBackground(job: Job, background: Background): Job {
  const { name, isDue } = job;
  return isDue ? { ...job, run: async () => void ((await isDue()) && background.wake(name)) } : job;
}

/** Jobs of mails and documents wake the thread directly; other jobs use the queue. */
function runJobsApart(
  context: AppContext,
  { jobs, background, queue }: { jobs: Job[]; background: Background; queue: Queue },
): void {
  const apart = new Set(jobs.filter(({ isDue }) => isDue).map(({ name }) => name));
  context.triggerJob = async (name) => (apart.has(name) ? background.wake(name) : queue.triggerJob(name));
  context.backgroundState = background.state;
  const { rehearsal } = context;
  const runJob = (job: Job) => (apart.has(job.name) ? background.run(job.name) : job.run());
  if (rehearsal) context.rehearsal = { ...rehearsal, runDueJobs: () => runDueJobs(context, runJob) };
}

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  await app.listen({ host: config.host, port: config.port });
  const { port } = app.server.address() as { port: number };
  return config.port === 0 ? `http://localhost:${port}` : config.publicUrl;
}

/** Ends the portal in order, once, with an exit code. */
function orderlyEnd(stop: () => Promise<void>, log: Log): (code: number) => Promise<void> {
  let stopping = false;
  return async (code) => {
    if (stopping) return;
    stopping = true;
    log.info(m.portal_stopping());
    setTimeout(() => process.exit(code || 1), STOP_WITHIN_MS).unref();
    await stop().catch((error: unknown) =>
      log.error({ error: describeError(error) }, 'the stop was not clean'),
    );
    log.info(m.portal_stopped());
    process.exit(code);
  };
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof WrongConfig ? error.message : String(error)}\n`);
  process.exit(1);
});

/**
 * Fills an empty embedded database with the demo, never in production (K5), and not for a first super admin,
 * who sets up a company of their own (SE11).
 * @returns sentences with the demo logins; none without a demo
 */
async function fillDemo({ context, isEmbedded }: OpenAppContext): Promise<string[]> {
  const { isProduction, firstStaff } = context.config;
  if (!isEmbedded || isProduction || firstStaff) return [];
  await seedDemo(context);
  const { staff, families } = await listDemoLogins(context.db);
  if (staff.length === 0) return [];
  // Demo payments use numbers of the sandbox.
  if (!context.config.stripe) {
    await seedDemoOrders(context.billing);
    await seedChargeElsewhere(context.billing);
  }
  await seedDemoApplications({ ...context, asksConviction: !context.config.fairChance });
  return [
    m.portal_demo_logins_staff({ logins: staff.join(', '), password: STAFF_PASSWORD }),
    m.portal_demo_logins_families({ logins: families.join(', '), password: FAMILY_PASSWORD }),
  ];
}

/** A data folder first used as a demo must never become a real portal (H1). */
async function refuseDemoAccounts({ db }: AppContext): Promise<void> {
  const accounts = await listOpenToDemo(db);
  if (accounts.length > 0)
    throw new Error(m.portal_demo_accounts_in_production({ accounts: accounts.join(', ') }));
}

/** The reason of a failed start as a sentence, naming the wrong variable if any (K6). */
function sentenceOfStart(error: unknown, config: Config): string {
  const { code = '', syscall = '', message = '' } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return m.portal_port_taken({ port: config.port });
  if (syscall === 'listen' && code === 'EACCES') return m.portal_port_forbidden({ port: config.port });
  if (OF_HOST.has(code) && (syscall === 'listen' || syscall === 'getaddrinfo'))
    return m.portal_host_unknown({ host: config.host });
  if (OF_FOLDER.has(code)) return m.portal_data_folder_unwritable({ folder: config.dataDir, code });
  return message || m.server_unexpected();
}
