import { makeMissingCopies } from '#modules/orders/contracts/order-documents.service.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { openDatabase, type Database } from '#platform/db/database.ts';
import { openFileStore } from '#platform/files/drive-store.ts';
import { describeError } from '#platform/log/describe-error.ts';
import { createLog, type Log } from '#platform/log/log.ts';
import { openMailer } from '#platform/mail/open-mailer.ts';
import { drainOutbox } from '#platform/outbox/outbox.ts';
import { yieldToBuyers } from '#platform/outbox/pace.ts';
import { renderDocument } from '#platform/pdf/render-document.ts';
import { followed } from '#platform/telemetry/activity.ts';
import { openTraces } from '#platform/telemetry/open-traces.ts';
import { openVault } from '#platform/vault/open-vault.ts';
import { refuseWhatIsBound } from '#platform/vault/reseal.ts';
import { sealedFiles } from '#platform/vault/sealed-files.ts';
import type { Job } from '#platform/queue/job.ts';
import type { BackgroundData } from './background.ts';
import type { CompanyOfPortal } from './company-of-portal.ts';
import { emailRenderers } from './email-renderers.ts';

type Options = Omit<BackgroundData, 'shared'> & {
  /** the present company */
  company: () => CompanyOfPortal;
  clockOffsetMs: () => number;
  pace: Parameters<typeof yieldToBuyers>[0];
};

type BackgroundJobs = { run: (job: Job['name']) => Promise<void>; close: () => Promise<void> };

// Mails are made one by one; a document of the other job may be made at the same time.
const CONNECTIONS = 2;

/** Opens the jobs for mails and documents, with separate connections and without a processor. */
export async function openBackgroundJobs(options: Options): Promise<BackgroundJobs> {
  const { config } = options;
  const log = createLog({ level: config.logLevel, format: config.logFormat });
  const traces = await openTraces(config, log);
  const { db, close } = openDatabase(options.databaseUrl, { log, maxConnections: CONNECTIONS });
  const deps = await openDeps(options, log, db);
  const renderers = emailRenderers(deps);
  const jobs: Record<Job['name'], () => Promise<void>> = {
    'outbox.drain': () => drainOutbox(deps, renderers, yieldToBuyers(options.pace)),
    'orders.make-documents': () => makeMissingCopies(deps),
  };
  return {
    run: async (job) => {
      await followed({ kind: 'job', name: job }, jobs[job]!).catch((error: unknown) =>
        log.error({ job, error: describeError(error) }, 'a job failed'),
      );
    },
    async close() {
      deps.mail.close();
      await close();
      await traces.close();
    },
  };
}

async function openDeps(options: Options, log: Log, db: Database) {
  const { config } = options;
  const clock = systemClock(() => options.company().time_zone, options.clockOffsetMs);
  const mail = openMailer({ config, from: () => options.company().mail_from, clock, log });
  const vault = await openVault(config);
  await refuseWhatIsBound(db, vault);
  // Synchronous writes are fine in this thread.
  const files = sealedFiles(await openFileStore(config, { mayHoldUp: true }), vault);
  const pdfRenderer = { print: renderDocument, close: async () => undefined };
  return { config, log, db, clock, vault, mail, files, pdfRenderer };
}
