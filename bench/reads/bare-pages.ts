/** What bench:reads compares the portal with: Fastify alone, with the same bytes at the same paths. */
import { json } from 'node:stream/consumers';
import Fastify from 'fastify';
import type { BareAnswer } from '../reads.ts';

const app = Fastify();
for (const { path, type, body } of (await json(process.stdin)) as BareAnswer[]) {
  const bytes = Buffer.from(body);
  app.get(path, (_request, reply) => reply.type(type).send(bytes));
}
const address = await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`is ready at ${address}`);
