import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { Refusal } from '#kit/refusal.ts';
import { answerFailure } from './http/failures.ts';
import { serveHealth } from './http/health.ts';
import { collectOpenApi, serveOpenApi } from './http/openapi.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { serverRefusals } from './http/server.refusals.ts';
import type { House } from './house.ts';
import { moduleRoutes } from './routes.ts';

const BODY_LIMIT_BYTES = 1_000_000;

/**
 * The portal's HTTP side, not yet listening. Tests call it through `inject`.
 */
export async function buildApp(house: House): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: house.log,
    disableRequestLogging: true,
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT_BYTES,
    // As many forwarded addresses are believed as proxies of ours stand in front.
    trustProxy: (_address: string, hop: number) => hop < house.config.trustProxy,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance;
  app.decorate('house', house);
  app.decorateRequest('viewer', undefined);
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  app.setErrorHandler(answerFailure);
  app.setNotFoundHandler(async () => {
    throw new Refusal(serverRefusals.not_found);
  });
  await addSecurityHeaders(app, house.config, []);
  await collectOpenApi(app);
  await app.register(async (api) => registerApi(api, house), { prefix: '/api' });
  return app;
}

async function registerApi(api: FastifyInstance, house: House): Promise<void> {
  for (const register of moduleRoutes) register(api, house);
  serveHealth(api);
  serveOpenApi(api);
}
