import dns from 'node:dns';
import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp } from '#server/build-app.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';

const CONNECTIONS = 10;
const ADDRESSES = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Whether this machine has an address of the kind at all. */
async function mayListen(host: string): Promise<boolean> {
  const server = createServer();
  server.listen(0, host);
  const isListening = await Promise.race([
    once(server, 'listening').then(() => true),
    once(server, 'error').then(() => false),
  ]);
  server.close();
  return isListening;
}

let context: TestContext;
let app: FastifyInstance;
beforeAll(async () => {
  context = await createTestContext();
  Object.assign(context.config, { connections: CONNECTIONS });
  app = await buildApp(context);
  // Not every machine gives "localhost" both of its addresses.
  const { lookup } = dns;
  vi.spyOn(dns, 'lookup').mockImplementation(((host: string, options: object, done: any) =>
    host === 'localhost' ? done(null, ADDRESSES) : lookup(host, options, done)) as never);
  await app.listen({ host: 'localhost', port: 0 });
  vi.restoreAllMocks();
});
afterAll(async () => {
  await app.close();
  await context.close();
});

/** How many of some connections to an address are closed again by the portal. */
async function refusedAt(host: string, count: number): Promise<number> {
  const { port } = app.server.address() as { port: number };
  let closed = 0;
  const sockets = Array.from({ length: count }, (): Socket => {
    const socket = connect(port, host);
    socket.on('error', () => undefined);
    socket.on('close', () => (closed += 1));
    return socket;
  });
  await expect.poll(() => closed, { timeout: 5_000 }).toBe(count - CONNECTIONS);
  const refused = closed;
  for (const socket of sockets) socket.destroy();
  return refused;
}

/** @shows H17.12 */
describe('a portal that listens to every address of localhost', () => {
  it('bounds the connections of 127.0.0.1', async () => {
    expect(await refusedAt('127.0.0.1', CONNECTIONS + 5)).toBe(5);
  });

  it('bounds those of ::1 as well', async ({ skip }) => {
    if (!(await mayListen('::1'))) skip();
    expect(await refusedAt('::1', CONNECTIONS + 5)).toBe(5);
  });
});
