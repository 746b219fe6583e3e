import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import Fastify, { LogController, type FastifyInstance } from 'fastify';
import { takeTurn } from '#kit/endpoint/take-turn.ts';
import { Refusal } from '#kit/refusal.ts';
import { admitByTurns } from './http/admission.ts';
import { boundConnections } from './http/bound-connections.ts';
import { failureAnswers } from './http/failures.ts';
import { DELIVERIES_PATH, takeDeliveredEvents } from './http/delivered-events.ts';
import { followRequests } from './http/follow-requests.ts';
import { takeForwardedAddresses } from './http/forwarded-addresses.ts';
import { serveHealth } from './http/health.ts';
import { serveProbes } from './http/probes.ts';
import { handle } from './http/handle.ts';
import { keepPreviewsReading } from './http/previews.ts';
import { collectOpenApi, serveOpenApi } from './http/openapi.ts';
import { servePages, type Site } from '#server/http/pages/pages.ts';
import { guardAllCalls, requestLimits } from './http/request-limits.ts';
import { answerClientError, endStandstills } from './http/slow-senders.ts';
import { takePolicyReports } from '#server/http/pages/policy-reports.ts';
import { watchProxies } from './http/proxy-watch.ts';
import { repeatAnswers } from './http/repeated-answers.ts';
import { refuseRawNumbers } from './http/raw-numbers.ts';
import { addSecurityHeaders, NO_PAGE_HEADERS, REPORTS_PATH } from '#server/http/pages/security-headers.ts';
import { serverRefusals } from './http/server.refusals.ts';
import { UPLOAD_LIMIT_BYTES } from './http/upload.ts';
import { deliveryReaderOf } from '#platform/payments/delivered-event.ts';
import type { AppContext } from './app-context.ts';
import { moduleFiles, moduleRoutes } from './routes.ts';

type RequestLimits = ReturnType<typeof requestLimits>;

/** The page for unreadable addresses, such as `/%E0%A4%A`. */
const UNREADABLE = '/not-found';

/** Whether the escapes in the address of a page are valid; the router checks addresses of calls. */
function isReadable(url: string): boolean {
  const [path = ''] = url.split(/[?#]/);
  if (/^\/(api|storage)(\/|$)/.test(path)) return true;
  try {
    return decodeURI(path).length >= 0;
  } catch {
    return false;
  }
}

const BODY_LIMIT_BYTES = 1_000_000;

/** The time limit for a request with body; a body that stands still ends sooner (H17, MD9). */
const REQUEST_WITHIN_MS = 600_000;
// Node uses the longer of both limits for the request: this limit must be the shorter.
const HEADERS_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 2_000;

type Options = {
  /** how long the answer of a public read is repeated, in milliseconds */
  repeatForMs?: number;
};

/**
 * Builds the HTTP side of the portal, not yet listening. Tests call `inject`.
 * @param site the built pages and the site map; without a site, only the API is served
 */
export async function buildApp(
  context: AppContext,
  site?: Site,
  { repeatForMs = 0 }: Options = {},
): Promise<FastifyInstance> {
  const app = openServer(context);
  app.decorate('context', context);
  const proxies = watchProxies(app, { trusted: context.config.trustProxy, log: context.log });
  context.proxySentence = proxies.sentence;
  followRequests(app);
  takeForwardedAddresses(app);
  app.decorate('endpoints', []).decorate('lists', new Map());
  app.decorateRequest('viewer', undefined);
  keepPreviewsReading(app);
  const limits = requestLimits(context);
  repeatAnswers(app, { forMs: repeatForMs, limits });
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  app.setNotFoundHandler(refuseUnknown);
  await addSecurityHeaders(app, context.config);
  await registerParsers(app);
  await collectOpenApi(app);
  await app.register(async (api) => registerApi(api, context, limits), { prefix: '/api' });
  await app.register(async (reports) => registerReports(reports, limits), { prefix: REPORTS_PATH });
  await registerDeliveries(app, context);
  await app.register(async (storage) => registerStorage(storage, context, limits), { prefix: '/storage' });
  serveProbes(app);
  if (site) await servePages(app, site);
  return app;
}

function openServer(context: AppContext): FastifyInstance {
  const answerFailure = failureAnswers();
  const app = Fastify({
    // Fastify logs a line for each address at the start; main.ts logs a single line.
    loggerInstance: context.log.child(
      {},
      { level: context.log.level === 'info' ? 'warn' : context.log.level },
    ),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_WITHIN_MS,
    clientErrorHandler: answerClientError,
    http: { connectionsCheckingInterval: LOOK_EVERY_MS, headersTimeout: HEADERS_WITHIN_MS },
    // The number of trusted addresses is the number of our proxies.
    trustProxy: (_address: string, hop: number) => hop < context.config.trustProxy,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : UNREADABLE),
    frameworkErrors: (error, request, reply) =>
      void answerFailure(error, request, reply.headers(NO_PAGE_HEADERS)),
  }) as unknown as FastifyInstance;
  boundConnections(app, context.config.connections);
  endStandstills(app);
  app.setErrorHandler(answerFailure);
  return app;
}

/** Registers compression and the accepted bodies: JSON and files. */
async function registerParsers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: 1024,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await app.register(multipart, {
    limits: { fileSize: UPLOAD_LIMIT_BYTES, files: 1, fields: 10, fieldSize: 10_000 },
  });
  // Pages of other sites can send plain text and forms without a preflight; no call of ours accepts these.
  app.removeContentTypeParser('text/plain');
}

function registerReports(reports: FastifyInstance, limits: RequestLimits): void {
  guardAllCalls(reports, limits);
  takePolicyReports(reports);
}

/** Takes events delivered by the processor, if the processor delivers events and a secret is set. */
async function registerDeliveries(app: FastifyInstance, { config, billing }: AppContext): Promise<void> {
  const readDelivery = deliveryReaderOf(billing.gateway);
  if (!readDelivery || !config.stripe?.webhookSecrets.length) return;
  await app.register(async (deliveries) => takeDeliveredEvents(deliveries, readDelivery), {
    prefix: DELIVERIES_PATH,
  });
}

async function registerApi(api: FastifyInstance, context: AppContext, limits: RequestLimits): Promise<void> {
  guardAllCalls(api, limits);
  admitByTurns(api, context);
  refuseRawNumbers(api, context);
  handle(api, takeTurn, async () => undefined);
  // Otherwise the catch-all of the pages would answer an unknown call.
  for (const rest of ['/', '/*']) api.all(rest, { schema: { hide: true } }, refuseUnknown);
  for (const register of moduleRoutes) register(api, context);
  serveHealth(api);
  serveOpenApi(api);
}

async function registerStorage(
  storage: FastifyInstance,
  context: AppContext,
  limits: RequestLimits,
): Promise<void> {
  guardAllCalls(storage, limits);
  for (const rest of ['/', '/*']) storage.all(rest, { schema: { hide: true } }, refuseUnknown);
  for (const register of moduleFiles) register(storage, context);
}

async function refuseUnknown(): Promise<never> {
  throw new Refusal(serverRefusals.not_found);
}
