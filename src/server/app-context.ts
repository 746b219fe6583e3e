import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { BillingContext } from '#modules/billing/billing-context.ts';
import type { PdfRenderer } from '#platform/pdf/pdf-renderer.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import type { Log } from '#platform/log/log.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { Vault } from '#platform/vault/vault.ts';
import type { Job } from '#platform/queue/job.ts';

/** Finds the account behind an access token; undefined when the token is dead or unknown. */
export type Authenticate = (token: string) => Promise<Viewer | undefined>;

/**
 * Everything that routes and jobs reach the world through, put together once: by open-house.ts for
 * real, by tests/support/app/test-context.ts for tests.
 */
export type AppContext = {
  config: Config;
  log: Log;
  clock: Clock;
  db: Database;
  mail: Mailer;
  files: FileStore;
  /** makes PDFs, in a thread of its own */
  pdfRenderer: PdfRenderer;
  billing: BillingContext;
  /** seals what is written about a child's health and custody */
  vault: Vault;
  /** asks for a run of a job soon, after a commit that left it work */
  triggerJob(job: Job['name']): Promise<void>;
  authenticate: Authenticate;
  /** with the sandbox processor alone: what moving its clock needs (K1) */
  rehearsal: Rehearsal | undefined;
};

export type Rehearsal = {
  /** this process takes up the clock's new offset */
  clockMoved(): Promise<void>;
  /** everything that is due at this moment, in its order */
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
  }
  interface FastifyContextConfig {
    errorsAlsoAs?: EndpointDefinition['errorsAlsoAs'];
  }
}
