import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp } from '#server/build-app.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';

let context: TestContext;
let app: FastifyInstance;

beforeAll(async () => {
  context = await createTestContext();
  app = await buildApp(context);
});
afterAll(async () => {
  await app.close();
  await context.close();
});

const ask = async (url: string) => {
  const { statusCode, headers } = await app.inject(url);
  return [statusCode, headers['content-type'], headers['cache-control']];
};

const PLAIN = 'text/plain; charset=utf-8';

/** @shows MO10.2 */
describe('the probes', () => {
  it('answer while process and database serve', async () => {
    expect(await ask('/livez')).toEqual([200, PLAIN, 'no-store']);
    expect(await ask('/readyz?verbose')).toEqual([200, PLAIN, 'no-store']);
    expect((await app.inject({ method: 'HEAD', url: '/readyz' })).statusCode).toBe(200);
  });

  it('tell a portal whose database is away from one that has died', async () => {
    const away = vi.spyOn(context.db, 'execute').mockRejectedValue(new Error('away'));
    expect((await ask('/readyz'))[0]).toBe(503);
    expect((await ask('/livez'))[0]).toBe(200);
    away.mockRestore();
    expect((await ask('/readyz'))[0]).toBe(200);
  });

  it('are not ready on a server that takes no writes', async () => {
    const replica = vi.spyOn(context.db, 'execute').mockResolvedValue({ rows: [{ ready: false }] } as never);
    expect((await ask('/readyz'))[0]).toBe(503);
    replica.mockRestore();
  });
});
