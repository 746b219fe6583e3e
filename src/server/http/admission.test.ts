import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { TICKET_HEADER } from '#kit/endpoint/take-turn.ts';
import { readConfig } from '#platform/config/config.ts';
import { buildApp } from '#server/build-app.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';
import { testClock } from '#tests/support/fakes/test-clock.ts';

const limits = { REQUESTS_PER_NETWORK: '0', REQUESTS_PER_TOKEN: '0' };
const config = readConfig({ NODE_ENV: 'test', VISITORS_AT_ONCE: '2', ...limits });
const clock = testClock();

let context: TestContext;
let app: FastifyInstance;
beforeAll(async () => {
  context = await createTestContext({ config, clock });
  app = await buildApp(context);
});
afterAll(async () => {
  await app.close();
  await context.close();
});

async function ask(ticket?: string, url = '/api/turn') {
  const headers = ticket ? { [TICKET_HEADER]: ticket } : {};
  const answer = await app.inject({ method: 'POST', url, headers, payload: {} });
  return {
    status: answer.statusCode,
    ticket: (answer.headers[TICKET_HEADER] as string | undefined) ?? answer.json().items?.[0]?.ticket,
    ahead: answer.json().items?.[0]?.ahead,
    headers: answer.headers,
    errors: answer.json().errors,
  };
}

const pass = (seconds: number) => clock.advanceMs(seconds * 1_000);

/** @shows H21.1 H21.2 */
describe('more visitors than are served at a time', () => {
  it('wait in the order in which they came, and are told how many are ahead', async () => {
    const [first, second] = [await ask(), await ask()];
    expect([first.status, second.status]).toEqual([200, 200]);
    const [third, fourth] = [await ask(), await ask()];
    expect([third.status, third.ahead, fourth.status, fourth.ahead]).toEqual([503, 0, 503, 1]);
    expect(fourth.errors).toEqual(['Many families are here at once. You are number 2 in line.']);
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
    expect(third.headers.connection).toBe('close');

    // Whoever is inside is served however long the line is.
    expect((await ask(first.ticket)).status).toBe(200);
    expect((await app.inject({ url: '/api/server/info' })).statusCode).toBe(200);
    expect((await app.inject({ url: '/api/health' })).statusCode).toBe(200);

    // The two leave; those who waited come in, and whoever comes now does not go before them.
    for (let waited = 0; waited < 130; waited += 10) {
      pass(10);
      await Promise.all([ask(third.ticket), ask(fourth.ticket)]);
    }
    const late = await ask();
    expect(late.status).toBe(503);
    expect([(await ask(third.ticket)).status, (await ask(fourth.ticket)).status]).toEqual([200, 200]);
    // The first comes back after a pause, with a purchase half done: nobody sends that family away.
    expect((await ask(first.ticket)).status).toBe(200);
  });

  it('do not come in by a ticket that they made up, or by that of another time', async () => {
    const { ticket } = await ask();
    const [kind, time, id, signature] = ticket!.split('.');
    expect(kind).toBe('w');
    for (const forged of [
      ['a', time, id, signature].join('.'),
      ['w', '1', id, signature].join('.'),
      'a.1.x.y',
      'x'.repeat(5_000),
    ])
      expect((await ask(forged)).status).toBe(503);
    const admission = `a.${clock.now().getTime() - 31 * 60_000}.late`;
    expect((await ask(`${admission}.${context.vault.sign('ticket', admission)}`)).status).toBe(503);
  });

  it('stay out of the calls of an account and of a login as well', async () => {
    expect((await ask(undefined, '/api/login')).status).toBe(503);
    expect((await app.inject({ url: '/api/orders' })).statusCode).not.toBe(503);
  });
});
