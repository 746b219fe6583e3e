import type { FastifyInstance } from 'fastify';
import { askedTogether } from '#kit/asked-together.ts';
import { within } from '#kit/within.ts';
import { takesWrites } from '#platform/db/database.ts';

/** Below the patience of the usual probes. */
const WITHIN_MS = 2_000;

/**
 * `/livez` answers while the process serves, `/readyz` while the database answers as well and takes writes:
 * load balancers and orchestrators ask every few seconds, without a limit (MO10).
 */
export function serveProbes(app: FastifyInstance): void {
  const { db } = app.context;
  const askDatabase = askedTogether(() => takesWrites(db));
  const isReady = async () => (await within(WITHIN_MS, askDatabase()).catch(() => false)) === true;

  app.get('/livez', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('ok\n'),
  );
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const ready = await isReady();
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8');
    return reply.code(ready ? 200 : 503).send(ready ? 'ok\n' : 'the database is away\n');
  });
}
