import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { HOUR_MS, MINUTE_MS } from '#kit/durations.ts';
import { buildApp } from '#server/build-app.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';

let context: TestContext;
let app: FastifyInstance;
let lines: any[] = [];
beforeAll(async () => {
  const log = pino({ base: undefined }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  context = await createTestContext({ log: log as never });
  app = await buildApp(context);
});
afterAll(async () => {
  await app.close();
  await context.close();
});
beforeEach(() => {
  lines = [];
  context.clock.advanceMs(HOUR_MS);
});

const PERSONAL = 'https://bus.example/dashboard/orders/4711?email=adaeze@okafor.example';
const aReport = (changes: object = {}) => ({
  type: 'csp-violation',
  age: 5,
  url: PERSONAL,
  user_agent: 'A browser',
  body: {
    documentURL: PERSONAL,
    blockedURL: 'https://evil.example/steal.js?who=adaeze',
    effectiveDirective: 'script-src-elem',
    originalPolicy: "default-src 'self'",
    sample: 'adaeze',
    ...changes,
  },
});

const send = (payload: unknown, type = 'application/reports+json', ip = '203.0.113.7') =>
  app.inject({
    method: 'POST',
    url: '/api/policy-reports',
    headers: { 'content-type': type },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    remoteAddress: ip,
  });

/** @shows H17.11 */
describe('what browsers report', () => {
  it('is taken from anybody, in both shapes, and logged without a word of the report', async () => {
    const older = {
      'csp-report': {
        'document-uri': PERSONAL,
        'effective-directive': 'require-trusted-types-for',
        'blocked-uri': 'trusted-types-sink',
      },
    };
    const answers = [await send([aReport()]), await send(older, 'application/csp-report')];
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [204, ''],
      [204, ''],
    ]);
    const logged = lines.map(({ directive, blocked, page, reports }) => [directive, blocked, page, reports]);
    expect(logged).toEqual([
      ['script-src', 'address', 'order.view', 1],
      ['require-trusted-types-for', 'sink', 'order.view', 1],
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/adaeze|4711|evil|203\.0/);
  });

  it('is counted, and logged at the first, the tenth and the hundredth of an hour', async () => {
    const twenty = Array.from({ length: 20 }, () => aReport());
    for (let i = 0; i < 6; i += 1) await send(twenty);
    expect(lines.map(({ reports }) => reports)).toEqual([1, 10, 100]);
    context.clock.advanceMs(HOUR_MS);
    await send([aReport()]);
    expect(lines.at(-1)!.reports).toBe(1);
  });

  it('is limited for each network, in size and in reports a body', async () => {
    await send(Array.from({ length: 200 }, () => aReport({ sample: '' })).slice(0, 60));
    expect(lines.map(({ reports }) => reports)).toEqual([1, 10]);
    expect((await send('x'.repeat(40_000))).statusCode).toBe(413);
    const statuses: number[] = [];
    for (let i = 0; i < 40; i += 1) statuses.push((await send([])).statusCode);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10);
    expect((await send([], undefined, '198.51.100.9')).statusCode).toBe(204);
    context.clock.advanceMs(MINUTE_MS);
    expect((await send([])).statusCode).toBe(204);
  });

  it.each([
    'nonsense',
    '{',
    '"a"',
    '[1, null, "a", []]',
    '{"csp-report": 7}',
    '[{"body": {"documentURL": 3}}]',
  ])('does no harm when it is %s', async (payload) => {
    expect((await send(payload)).statusCode).toBeLessThan(500);
  });
});
