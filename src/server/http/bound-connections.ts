import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { invariant } from '#kit/invariant.ts';

const BINDINGS = 'fastify.serverBindings';

/** For `localhost`, Fastify opens a server for each address, but exposes only the first (H17). */
export function boundConnections(app: FastifyInstance, connections: number): void {
  app.server.maxConnections = connections;
  const key = Object.getOwnPropertySymbols(app).find(({ description }) => description === BINDINGS);
  invariant(key, 'Fastify keeps the servers of further addresses');
  app.addHook('onListen', async () => {
    const further = Reflect.get(app, key) as Server[];
    for (const server of further) server.maxConnections = connections;
  });
}
