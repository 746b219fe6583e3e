import { MINUTE_MS } from '#kit/durations.ts';
import { authenticate } from '#modules/accounts/sessions/sessions.service.ts';
import { systemClock, type ClockOffset } from '#platform/clock/clock.ts';
import { clockCheck } from '#platform/clock/clock-skew.ts';
import { follow, type Followed } from '#platform/clock/follow.ts';
import { readClockOffset } from '#platform/clock/move-clock.ts';
import type { Config } from '#platform/config/config.ts';
import { openDataFolder } from '#platform/files/data-folder.ts';
import { openFileStore } from '#platform/files/drive-store.ts';
import { watchedFiles } from '#platform/files/watched-files.ts';
import type { Log } from '#platform/log/log.ts';
import { openMailer } from '#platform/mail/open-mailer.ts';
import { sealedFiles } from '#platform/vault/sealed-files.ts';
import { openVault } from '#platform/vault/open-vault.ts';
import { openPdfRenderer } from '#platform/pdf/pdf-renderer.ts';
import type { Job } from '#platform/queue/job.ts';
import type { AppContext } from './app-context.ts';
import { readCompanyOfPortal, type CompanyOfPortal } from './company-of-portal.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { createBillingContext } from '#modules/billing/billing-context.service.ts';
import { orderListener } from '#modules/orders/checkout/order-listener.service.ts';
import {
  bindProcessor,
  findBinding,
  type BoundProcessor,
} from '#modules/billing/processor/binding.service.ts';
import { followReadiness } from '#modules/billing/processor/readiness.service.ts';
import { processorOf } from '#platform/payments/processor.ts';
import { openSandboxGateway } from '#platform/payments/sandbox/sandbox-gateway.ts';
import { openStripeGateway } from '#platform/payments/stripe/open-stripe.ts';
import { describeError } from '#platform/log/describe-error.ts';
import { moduleJobs } from './jobs.ts';
import { prepareDatabase } from './prepare-database.ts';
import { openSeasonPlayer } from './rehearsal-process.ts';

// Events of the processor and lost answers are read before new charges. The other jobs follow in the order of
// their modules, emails last.
const FIRST: readonly string[] = [
  'billing.sweep-unsettled',
  'billing.poll-events',
  'billing.events',
  'billing.resolve',
  'billing.resolve-refunds',
  'billing.collect',
];

type Parts = Pick<AppContext, 'db' | 'vault' | 'clock' | 'log' | 'config'> & { databaseUrl: string };

export type OpenAppContext = {
  context: AppContext;
  databaseUrl: string;
  /** the database runs in the data folder, not outside */
  isEmbedded: boolean;
  company: Followed<CompanyOfPortal>;
  clockOffsetMs: ClockOffset;
  close: () => Promise<void>;
};

/**
 * Builds the app context: starts, migrates and opens the database, and chooses the ports by the environment.
 * The portal and the command-line tools begin here.
 */
export async function openAppContext(
  config: Config,
  log: Log,
  role: 'portal' | 'tool',
): Promise<OpenAppContext> {
  await openDataFolder(config.dataDir, log);
  const { db, databaseUrl, close } = await prepareDatabase(config, log, role);
  try {
    // Banks cannot be moved in time: with an outside processor, the clock is real.
    const offset = await follow(async () => (config.stripe ? 0 : readClockOffset(db)), {
      log,
      of: 'clock',
      // The offset never decreases, in any order of answers (K1).
      latest: Math.max,
    });
    const company = await follow(() => readCompanyOfPortal(db, config), { log, of: 'company' });
    const clock = systemClock(() => company.known().time_zone, offset.known);
    const outside = await openOutside({ config, clock, log, company });
    const parts = { db, vault: outside.vault, clock, log, config, databaseUrl };
    const { billing, checkAccount, close: closeBilling } = await openBilling(parts);
    const checks = [checkAccount, clockCheck({ db, log })];
    const stopChecking = role === 'portal' ? await keepChecking(checks) : () => undefined;
    const context = contextOf({ config, log, clock, db, billing, ...outside }, offset);
    const closeAll = async () => {
      await outside.pdfRenderer.close();
      outside.mail.close();
      offset.stop();
      company.stop();
      stopChecking();
      await closeBilling();
      await close();
    };
    const { known: clockOffsetMs } = offset;
    const isEmbedded = !config.databaseUrl;
    return { context, databaseUrl, isEmbedded, company, clockOffsetMs, close: closeAll };
  } catch (error) {
    await close();
    throw error;
  }
}

type Outside = Pick<AppContext, 'vault' | 'files' | 'pdfRenderer' | 'seasonPlayer'> & {
  mail: ReturnType<typeof openMailer>;
};
type OutsideOptions = Pick<AppContext, 'config' | 'clock' | 'log'> & { company: Followed<CompanyOfPortal> };

async function openOutside({ config, clock, log, company }: OutsideOptions): Promise<Outside> {
  const mail = openMailer({ config, from: () => company.known().mail_from, clock, log });
  const vault = await openVault(config);
  const files = sealedFiles(watchedFiles(await openFileStore(config)), vault);
  return { mail, vault, files, pdfRenderer: openPdfRenderer(), seasonPlayer: openSeasonPlayer({ log }) };
}

type ContextParts = Outside & Pick<AppContext, 'config' | 'log' | 'clock' | 'db' | 'billing'>;

function contextOf(parts: ContextParts, offset: Pick<Followed<number>, 'refresh'>): AppContext {
  const { config, clock, db } = parts;
  const context: AppContext = {
    ...parts,
    triggerJob: async () => undefined,
    authenticate: (token) => authenticate(db, clock.now(), token, config),
    backgroundState: () => 'at rest',
    proxySentence: () => null,
    rehearsal: config.stripe
      ? undefined
      : { clockMoved: () => offset.refresh(), runDueJobs: () => runDueJobs(context) },
  };
  return context;
}

/** How often account and clock are compared. */
const CHECK_EVERY_MS = MINUTE_MS;

/**
 * Checks at the start and then regularly. The start does not need the processor: a later answer, or a new
 * binding by `npm run processor`, opens payments. Each process checks, since each process has separate keys
 * and runs on a machine with a clock.
 */
async function keepChecking(checks: readonly (() => Promise<void>)[]): Promise<() => void> {
  for (const check of checks) await check();
  const timer = setInterval(() => checks.forEach((check) => void check()), CHECK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

export type OpenBilling = {
  billing: BillingContext;
  /** compares the account at the processor with the account of the database, and opens or closes payments */
  checkAccount: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Opens billing with the processor, and with orders as listener of payments: Stripe if keys are set, else the
 * sandbox, with separate connections for the books (K1).
 */
export async function openBilling(parts: Parts, changes: Partial<BillingContext> = {}): Promise<OpenBilling> {
  const { db, vault, clock, log } = parts;
  const { gateway, processor, identify, readReadiness, close } = await openProcessor(parts);
  const name = processorOf(parts.config);
  const readiness = followReadiness({ clock, log, name, read: readReadiness });
  const billing = createBillingContext({
    db,
    vault,
    clock,
    log,
    gateway,
    publicUrl: parts.config.publicUrl,
    arePaymentsOpen: processor.isOpen,
    isKindEnabled: readiness.isKindEnabled,
    knownReadiness: readiness.known,
    readReadiness,
    identify,
    orderListener: orderListener(clock),
    ...changes,
  });
  const checkAccount = async () => {
    await processor.check();
    if (processor.isOpen()) await readiness.check();
  };
  return { billing, checkAccount, close };
}

async function openProcessor({ db, clock, log, config, databaseUrl }: Parts) {
  const binding = await findBinding(db);
  const { stripe } = config;
  const bound = { db, clock, log, name: processorOf(config), binding };
  if (!stripe) {
    const gateway = openSandboxGateway({ databaseUrl, clock, log, config });
    const processor = bindProcessor({ ...bound, identify: undefined });
    const none = { identify: undefined, readReadiness: undefined };
    return { gateway, processor, ...none, close: () => gateway.close() };
  }
  if (stripe.webhookSecrets.length === 0) log.info('events are read from the list alone: no webhook secret');
  const processor: BoundProcessor = bindProcessor({ ...bound, identify: () => gateway.identify() });
  const gateway = await openStripeGateway({
    secretKey: stripe.secretKey,
    webhookSecrets: stripe.webhookSecrets,
    log,
    portal: processor.portal,
    isOpen: processor.isOpen,
    onOtherMode: processor.onOtherMode,
    onKeyRefused: processor.onKeyRefused,
    portals: stripe.portals,
    ...(stripe.simulator && { simulator: { origin: stripe.simulator } }),
  });
  const asking = { identify: () => gateway.identify(), readReadiness: () => gateway.readReadiness() };
  return { gateway, processor, ...asking, close: async () => undefined };
}

/**
 * Runs every due job in order: events of the processor, lost answers, payments and further attempts, notices,
 * seat offers, expiry, emails. As in the queue, a failed job is logged and does not stop the others.
 * Source: K1
 */
export async function runDueJobs(
  context: AppContext,
  runJob: (job: Job) => Promise<void> = (job) => job.run(),
): Promise<void> {
  const jobs = moduleJobs.flatMap((jobsOf) => jobsOf(context));
  const place = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  for (const job of jobs.toSorted((a, b) => place(a.name) - place(b.name))) {
    await runJob(job).catch((error: unknown) =>
      context.log.error({ job: job.name, error: describeError(error) }, 'a job failed'),
    );
  }
}
