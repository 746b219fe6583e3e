import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TICKET_HEADER } from '#kit/endpoint/take-turn.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { startPortalProcess, type PortalProcess } from '#tests/support/portal/portal-process.ts';

const REQUESTS = 20_000;
const AT_ONCE = 32;
const LETTERS = 14_000;
const MOST_BYTES = 30 * 1024 * 1024;
const MOST_LINES = 100;

const dataDir = mkdtempSync(join(tmpdir(), 'schoolrun-floods-'));
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
let database: TestDatabase;
let portal: PortalProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startPortalProcess(dataDir, {
    env: {
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      TRUST_PROXY: '1',
      REQUESTS_PER_NETWORK: '6000',
      VISITORS_AT_ONCE: '20',
    },
    nodeArgs: ['--expose-gc', '--import', join(import.meta.dirname, '../support/portal/tell-memory.ts')],
  });
});
afterAll(async () => {
  agent.destroy();
  await portal.kill();
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

const madeUp = (nr: number): string => String(nr).padEnd(LETTERS, 'x');
/** Every second one comes from a network of its own, the others from one. */
const networkOf = (nr: number): string =>
  nr % 2 === 0 ? '203.0.113.7' : `2001:db8:${(nr >> 8).toString(16)}:${(nr & 255).toString(16)}::1`;

type Asked = { path: string; method?: 'GET' | 'POST'; headers?: Record<string, string> };

function ask({ path, method = 'GET', headers }: Asked, network: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const all = { ...headers, 'x-forwarded-for': network };
    const sent = request(`${portal.url}${path}`, { agent, method, headers: all }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject).end();
  });
}

async function flood(asked: (nr: number) => Asked): Promise<Set<number>> {
  const statuses = new Set<number>();
  let next = 0;
  const goOn = async () => {
    while (next < REQUESTS) {
      const nr = (next += 1);
      statuses.add(await ask(asked(nr), networkOf(nr)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, goOn));
  return statuses;
}

const said = () => portal.output().split('memory held: ');

async function bytesHeld(): Promise<number> {
  const before = said().length;
  process.kill(portal.pid, 'SIGUSR2');
  while (said().length === before || !said().at(-1)!.includes('\n')) await sleep(20);
  return Number.parseInt(said().at(-1)!, 10);
}

const lines = () => portal.output().split('\n').length;

type Kind = readonly [name: string, status: number, asked: (nr: number) => Asked];

const KINDS: readonly Kind[] = [
  ['tokens', 401, (nr) => ({ path: '/api/user', headers: { authorization: `Bearer ${madeUp(nr)}` } })],
  ['tickets', 503, (nr) => ({ path: '/api/turn', method: 'POST', headers: { [TICKET_HEADER]: madeUp(nr) } })],
  [
    'keys',
    200,
    (nr) =>
      nr % 4 < 2
        ? { path: '/api/employment/apply', method: 'POST', headers: { 'idempotency-key': madeUp(nr) } }
        : { path: '/api/product', headers: { 'accept-encoding': madeUp(nr) } },
  ],
  [
    'queries',
    200,
    (nr) => ({
      path: nr % 4 < 2 ? `/api/product?${madeUp(nr)}` : `/api/period/program_group/read/all/${nr}?${nr}`,
    }),
  ],
  ['addresses', 404, (nr) => ({ path: nr % 4 < 2 ? `/school-${nr}` : `/storage/blank-contracts/${nr}.pdf` })],
];

/** @shows MH6.1 MH6.2 */
describe('twenty thousand requests with something made up in each', () => {
  it.each(KINDS)('(%s) stay neither in memory nor in the log', async (_name, status, asked) => {
    // What the first requests load and compile stays.
    for (let nr = 1; nr <= 50; nr += 1) await ask(asked(-nr), '198.51.100.1');
    const [bytesBefore, linesBefore] = [await bytesHeld(), lines()];
    expect(await flood(asked)).toContain(status);
    expect((await bytesHeld()) - bytesBefore).toBeLessThan(MOST_BYTES);
    expect(lines() - linesBefore).toBeLessThan(MOST_LINES);
  });
});
