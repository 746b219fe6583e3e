import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { guardOf } from './guard.ts';

const describeShapes = createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } });

/** Must be registered before the first call. */
export async function collectOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Schoolrun', version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: describeShapes,
  });
}

/** On a portal reachable from the internet, only staff may read the list of calls (H17). */
export function serveOpenApi(app: FastifyInstance): void {
  const preHandler = app.context.config.isReachable
    ? guardOf({ guard: { right: 'families' }, method: 'GET', impersonation: 'refused' })
    : [];
  app.get('/openapi.json', { schema: { hide: true }, preHandler }, async () => app.swagger());
}
