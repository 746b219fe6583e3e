import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import type { Entrance } from '#kit/endpoint/take-turn.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import type { PdfRenderer } from '#platform/pdf/pdf-renderer.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { SealedFiles } from '#platform/vault/sealed-files.ts';
import type { Vault } from '#platform/vault/vault.ts';
import type { Job } from '#platform/queue/job.ts';
import type { Background } from './background.ts';

/** Finds the account behind an access token; undefined when the token is dead or unknown. */
export type Authenticate = (token: string) => Promise<Viewer | undefined>;

/**
 * What routes and jobs need of the outside world. The portal builds it in open-app-context.ts, tests in
 * tests/support/app/test-context.ts.
 */
export type AppContext = {
  config: Config;
  log: Log;
  clock: Clock;
  db: Database;
  mail: Mailer;
  /** photos and papers, sealed, and what is public */
  files: SealedFiles;
  /** renders PDFs in a worker thread */
  pdfRenderer: PdfRenderer;
  billing: BillingContext;
  /** encrypts what is written about people */
  vault: Vault;
  /** asks for a job to run soon; called after the commit that gave it work */
  triggerJob(job: Job['name']): Promise<void>;
  authenticate: Authenticate;
  /** how the thread is that makes mails and papers; GET /api/health tells it */
  backgroundState: Background['state'];
  /** what moving the clock needs; only with the sandbox processor (K1) */
  rehearsal: Rehearsal | undefined;
};

export type Rehearsal = {
  /** this process takes up the clock's new offset */
  clockMoved(): Promise<void>;
  /** runs every job that is due now, in order */
  runDueJobs(): Promise<void>;
};

declare module 'fastify' {
  interface FastifyInstance {
    context: AppContext;
    /** every declared call that is served, in the order of the modules */
    endpoints: EndpointDefinition[];
  }
  interface FastifyRequest {
    viewer: Viewer | undefined;
    /** said by the handler of a public read (http/repeated-answers.ts) */
    mayBeRepeated: boolean;
  }
  interface FastifyContextConfig {
    errorsAlsoAs?: EndpointDefinition['errorsAlsoAs'];
    entrance?: Entrance;
  }
}
