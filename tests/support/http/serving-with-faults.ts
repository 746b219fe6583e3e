import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { createLog } from '#platform/log/log.ts';
import { faultsSoFar } from '#platform/log/faults-so-far.ts';
import { watchFaults } from '#server/faults.ts';

/* A process of its own for faults.test.ts: it serves, and a call plants an error that nobody catches. */

const app = Fastify();
const log = createLog({ level: 'info', format: 'json' });
const overflow = (): number => overflow() + 1;

const PLANTED: Record<string, () => void> = {
  promise: () => void Promise.reject(new Error('planted')),
  timer: () => void setTimeout(() => throwPlanted(), 1),
  listener: () => process.nextTick(() => throwPlanted()),
  stack: () => void setTimeout(() => void overflow(), 1),
};
function throwPlanted(): never {
  throw new Error('planted');
}

app.get<{ Params: { kind: string } }>('/plant/:kind', async ({ params }) => {
  PLANTED[params.kind]!();
  return { faults: faultsSoFar() };
});
app.get('/faults', async () => ({ faults: faultsSoFar() }));
app.get('/slow', async () => {
  await sleep(500);
  return { answered: true };
});

const end = async () => {
  await app.close();
  process.exit(1);
};
watchFaults({ log, end: () => void end() });
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as { port: number };
log.info({ port }, 'listening');
