import type { ServedList } from '#kit/list/served-list.ts';
import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import type { Entrance } from '#kit/endpoint/take-turn.ts';
import type { Preview } from '#kit/endpoint/preview-headers.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import type { SeasonPlayer } from '#modules/rehearsals/season-player.ts';
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
import type { ProxyWatch } from './http/proxy-watch.ts';

/** @returns undefined for an expired or unknown access token */
export type Authenticate = (token: string) => Promise<Viewer | undefined>;

/**
 * The outside world of routes and jobs. Built by open-app-context.ts for the portal, by
 * tests/support/app/test-context.ts for tests.
 */
export type AppContext = {
  config: Config;
  log: Log;
  clock: Clock;
  db: Database;
  mail: Mailer;
  /** photos and documents, sealed, and public files */
  files: SealedFiles;
  pdfRenderer: PdfRenderer;
  billing: BillingContext;
  vault: Vault;
  /** starts a job soon; called after a commit with new work */
  triggerJob(job: Job['name']): Promise<void>;
  authenticate: Authenticate;
  /** the state of the thread for mails and documents, shown by GET /api/health */
  backgroundState: Background['state'];
  /** what to set TRUST_PROXY to, by the last requests; null where the setting fits (MO8) */
  proxySentence: ProxyWatch['sentence'];
  /** for moving the clock; only with the sandbox processor (K1) */
  rehearsal: Rehearsal | undefined;
  /** plays a copy of a season in a process of its own (RP5) */
  seasonPlayer: SeasonPlayer;
};

export type Rehearsal = {
  /** reads the new offset of the clock into this process */
  clockMoved(): Promise<void>;
  runDueJobs(): Promise<void>;
};

declare module 'fastify' {
  interface FastifyInstance {
    context: AppContext;
    /** the declared calls, in the order of the modules */
    endpoints: EndpointDefinition[];
    /** lists with a file, by name */
    lists: Map<string, ServedList>;
  }
  interface FastifyRequest {
    viewer: Viewer | undefined;
    /** set for staff who preview a season (http/previews.ts) */
    preview: Preview | undefined;
    /** set by the handler of a public read (http/repeated-answers.ts) */
    mayBeRepeated: boolean;
  }
  interface FastifyContextConfig {
    errorsAlsoAs?: EndpointDefinition['errorsAlsoAs'];
    entrance?: Entrance;
    preview?: EndpointDefinition['preview'];
  }
}
