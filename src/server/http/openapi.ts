import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';

const describeShapes = createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } });

/** Collects every declared call; must be registered before the first of them. */
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

/** `GET /api/openapi.json`: the same declarations that the routes and the client are made of. */
export function serveOpenApi(app: FastifyInstance): void {
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
