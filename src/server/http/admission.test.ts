import { createHash } from 'node:crypto';
import { request as open, type ClientRequest } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { challengeOf, isProof, TICKET_HEADER } from '#kit/endpoint/take-turn.ts';
import { readConfig } from '#platform/config/config.ts';
import { buildApp } from '#server/build-app.ts';
import { aFamily, type Person } from '#tests/support/app/people.ts';
import { aStaffMember, A_REASON } from '#tests/support/app/staff.ts';
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
/** Nobody is left from the test before. */
beforeEach(() => clock.advanceMs(31 * 60_000));

const PATIENCE = { timeout: 15_000 };
let networks = 0;
/** Each visitor comes from a network of its own, as families do. */
const aNetwork = () => `198.${18 + ((networks += 1) >> 8)}.${networks & 255}.1`;

type Asked = {
  ip?: string;
  ticket?: string;
  url?: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
};

async function ask({ ip = aNetwork(), ticket, url = '/api/turn', method = 'POST', headers }: Asked = {}) {
  const answer = await app.inject({
    method,
    url,
    remoteAddress: ip,
    headers: { ...headers, ...(ticket && { [TICKET_HEADER]: ticket }) },
    ...(method === 'POST' && { payload: {} }),
  });
  const item = answer.json().items?.[0];
  return {
    ip,
    status: answer.statusCode,
    ticket: ((answer.headers[TICKET_HEADER] as string | undefined) ?? item?.ticket ?? ticket) as string,
    ahead: item?.ahead,
    answered: answer.headers,
    errors: answer.json().errors,
  };
}

const pass = (seconds: number) => clock.advanceMs(seconds * 1_000);
/** A visitor who makes a call: what it answers does not matter here. */
const act = (asked: Asked = {}) => ask({ url: '/api/register', ...asked });
const bearer = ({ tokens }: Person) => ({ authorization: `Bearer ${tokens.access_token}` });

async function fill() {
  const inside = [await act(), await act()];
  expect(inside.map(({ status }) => status)).toEqual([422, 422]);
  return inside;
}

function proven(ticket: string): string {
  const digestOf = (nr: number) =>
    createHash('sha256')
      .update(`${challengeOf(ticket)}.${nr}`)
      .digest();
  let nr = 0;
  while (!isProof(digestOf(nr))) nr += 1;
  return `${ticket}.${nr}`;
}

/** @shows H21.1 H21.2 */
describe('more visitors than are served at a time', () => {
  it('wait in the order in which they came, and are told how many are ahead', async () => {
    const [first] = await fill();
    const [third, fourth] = [await ask(), await ask()];
    expect([third.status, third.ahead, fourth.status, fourth.ahead]).toEqual([503, 0, 503, 1]);
    expect(fourth.errors).toEqual(['Many families are here at once. You are number 2 in line.']);
    expect(Number(third.answered['retry-after'])).toBeGreaterThan(0);
    expect(third.answered.connection).toBe('close');

    // Whoever is inside is served however long the line is.
    expect((await act(first)).status).toBe(422);
    expect((await app.inject({ url: '/api/server/info' })).statusCode).toBe(200);
    expect((await app.inject({ url: '/api/health' })).statusCode).toBe(200);

    // The two leave; those who waited come in, and whoever comes now does not go before them.
    let [three, four] = [third, fourth];
    for (let waited = 0; waited < 40; waited += 10) {
      pass(10);
      [three, four] = [await act(three), await act(four)];
    }
    expect([three.status, four.status, (await ask()).status]).toEqual([422, 422, 503]);
    // The first comes back after a pause, with a purchase half done: nobody sends that family away.
    expect((await act(first)).status).toBe(422);
  });

  it('do not come in by a ticket that they made up, or by that of another time', async () => {
    await fill();
    const { ticket, ip } = await ask();
    const [kind, since, id, time, signature] = ticket.split('.');
    expect(kind).toBe('w');
    for (const forged of [
      ['a', since, id, time, signature].join('.'),
      ['w', '1', id, time, signature].join('.'),
      'a.1.x.1.y',
      'x'.repeat(5_000),
    ])
      expect(await ask({ ip, ticket: forged })).toMatchObject({ status: 503, ahead: expect.any(Number) });
    expect((await ask({ ip, ticket: ['a', since, id, time, signature].join('.') })).status).toBe(503);
  });

  it('stay out of the calls of an account as well', async () => {
    const family = await aFamily(app);
    await fill();
    expect((await ask({ url: '/api/student', method: 'GET', headers: bearer(family) })).status).toBe(503);
    expect((await ask({ url: '/api/user', method: 'GET', headers: bearer(family) })).status).toBe(200);
  });

  it('are none for a token that nobody has: it gets neither a place nor a turn', async () => {
    for (let nr = 0; nr < 50; nr += 1) {
      const headers = { authorization: `Bearer made-up-${nr}` };
      expect((await ask({ url: '/api/student', method: 'GET', headers })).status).toBe(401);
    }
    expect((await ask()).status).toBe(200);
  });
});

/** @shows MH5.2 */
describe('a turn that is only asked for', () => {
  it('ends after ten seconds, and its ticket with it', async () => {
    const idle = [await ask(), await ask()];
    expect(idle.map(({ status }) => status)).toEqual([200, 200]);
    const family = await ask();
    expect(family.status).toBe(503);
    pass(9);
    expect((await ask(idle[0])).ticket).toBe(idle[0]!.ticket);
    pass(2);
    expect((await act(family)).status).toBe(422);
    await act();
    expect((await act(idle[0])).status).toBe(503);
  });

  it('becomes an admission with the first call', async () => {
    const turn = await ask();
    const inside = await act(turn);
    await act();
    expect([turn.ticket[0], inside.ticket[0]]).toEqual(['t', 'a']);
    pass(29 * 60);
    await fill();
    expect((await act(inside)).status).toBe(422);
  });
});

/** @shows MH5.4 */
describe('a place in the line', () => {
  it('is another one at the end after a minute in which it was not asked for', async () => {
    const inside = await fill();
    const gone = await ask();
    let stays = await ask();
    for (let waited = 0; waited < 60; waited += 15) {
      pass(15);
      for (const one of inside) await act(one);
      stays = await ask(stays);
    }
    expect(stays.ahead).toBe(0);
    expect((await ask(gone)).ahead).toBe(1);
  });
});

/** @shows MH5.5 */
describe('a ticket', () => {
  it('of another network is none', async () => {
    const [inside] = await fill();
    const [before, waits] = [await ask(), await ask()];
    expect(before.status).toBe(503);
    expect((await act({ ...inside, ip: aNetwork() })).status).toBe(503);
    expect((await ask({ ...waits, ip: aNetwork() })).ahead).toBe(3);
    // The neighbor of an address is in the same network.
    expect((await act({ ...inside, ip: inside!.ip.replace(/1$/, '99') })).status).toBe(422);
    expect((await ask({ ...waits, ip: waits.ip.replace(/1$/, '99') })).ahead).toBe(1);
  });

  it('of an account is its own wherever it is, and nobody else’s', async () => {
    const [family, other] = [await aFamily(app), await aFamily(app)];
    const call = (who: Person, asked: Asked = {}) =>
      ask({ url: '/api/student', method: 'GET', headers: bearer(who), ...asked });
    const inside = await call(family);
    expect([inside.status, inside.ticket[0]]).toEqual([200, 'a']);
    await act();
    pass(40);
    await fill();
    const { ticket, ip } = inside;
    expect((await call(other, { ticket, ip })).status).toBe(503);
    expect((await call(family, { ticket, ip: aNetwork() })).status).toBe(200);
  });

  it('serves twelve calls at a time', async () => {
    const [{ ticket, ip }] = (await fill()) as [Awaited<ReturnType<typeof ask>>];
    const many = Array.from({ length: 40 }, () => act({ ticket, ip }));
    const statuses = (await Promise.all(many)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(12);
    expect(statuses.filter((status) => status === 429)).toHaveLength(28);
    expect((await act({ ticket, ip })).status).toBe(422);
  });

  it('is free again when whoever called has gone before the answer', async () => {
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const inside = await act({ ip: '127.0.0.1' });
    const calls: ClientRequest[] = [];
    for (let nr = 0; nr < 12; nr += 1) {
      const headers = {
        'content-type': 'application/json',
        'content-length': '99',
        [TICKET_HEADER]: inside.ticket,
      };
      const call = open(`${address}/api/register`, { method: 'POST', headers });
      call.on('error', () => undefined).write('{');
      calls.push(call);
    }
    await expect.poll(async () => (await act(inside)).status, PATIENCE).toBe(429);
    for (const call of calls) call.destroy();
    await expect.poll(async () => (await act(inside)).status, PATIENCE).toBe(422);
  });
});

/** @shows MH5.6 */
describe('a proof of work', () => {
  it('moves a place before those without one, is good for one place, and is checked', async () => {
    await fill();
    const [first, second] = [await ask(), await ask()];
    const moved = await ask({ ...second, ticket: proven(second.ticket) });
    expect([first.ahead, second.ahead, moved.ahead]).toEqual([0, 1, 0]);
    expect((await ask(first)).ahead).toBe(1);
    const [, number] = /\.(\d+)$/.exec(proven(second.ticket))!;
    const borrowed = `${first.ticket}.${Number(number) + 1}`;
    expect((await ask({ ...first, ticket: borrowed })).ahead).toBe(1);
  });
});

/** @shows MH5.3 */
describe('logins', () => {
  const logIn = async (
    { email, password }: Person,
    { ip = aNetwork(), known = '' }: { ip?: string; known?: string } = {},
  ) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/login',
      remoteAddress: ip,
      headers: { ...(known && { 'x-known-browser': known }) },
      payload: { email, password },
    });
    return { status: answer.statusCode, item: answer.json().items?.[0] };
  };
  /** An address that nobody has, so that no password is looked at for long. */
  const tries = (path: string, ip: string, known?: string) =>
    ask({ url: `/api${path}`, ip, ...(known && { headers: { 'x-known-browser': known } }) });

  it('do not wait, and a family that has logged in waits for its turn', async () => {
    const family = await aFamily(app);
    await fill();
    const { status, item } = await logIn(family);
    expect(status).toBe(200);
    const headers = { authorization: `Bearer ${item.access_token}` };
    expect((await ask({ url: '/api/student', method: 'GET', headers })).status).toBe(503);
    for (const path of ['/login/passkey/options', '/login/passkey', '/forgot-password', '/reset-password'])
      expect((await tries(path, aNetwork())).status).not.toBe(503);
  });

  it('of staff lead to calls that do not wait, their own as those for families', async () => {
    const staff = await aStaffMember(app, context.db);
    const parent = await aFamily(app);
    const [{ id }] = (await parent.call('GET', '/user')).items;
    await fill();
    const { item } = await logIn(staff);
    const headers = { authorization: `Bearer ${item.access_token}` };
    for (const url of ['/api/admin/parents', '/api/student'])
      expect((await ask({ url, method: 'GET', headers })).status).toBe(200);
    const { items } = await staff.call('POST', `/admin/parents/${id}/impersonation`, { reason: A_REASON });
    const asParent = { authorization: `Bearer ${items[0].access_token}` };
    expect((await ask({ url: '/api/student', method: 'GET', headers: asParent })).status).toBe(200);
  });

  it('of one network wait after thirty in a minute, and those of others do not', async () => {
    await fill();
    const ip = aNetwork();
    for (let nr = 0; nr < 30; nr += 1) expect((await tries('/login', ip)).status).toBe(422);
    expect((await tries('/login', ip)).status).toBe(503);
    expect((await tries('/forgot-password', ip.replace(/1$/, '99'))).status).toBe(503);
    expect((await tries('/login', aNetwork())).status).toBe(422);
    pass(60);
    expect((await tries('/login', ip)).status).toBe(422);
  });

  it('in browsers that are known have places of their own, and those of staff more', async () => {
    const [family, staff] = [await aFamily(app), await aStaffMember(app, context.db)];
    const ip = aNetwork();
    const ofFamily = (await logIn(family)).item.known_browser;
    const ofStaff = (await logIn(staff)).item.known_browser;
    pass(60);
    await fill();
    // Three hundred logins from everywhere use up what everybody has.
    for (let nr = 0; nr < 300; nr += 1) await tries('/login', aNetwork());
    expect((await tries('/login', aNetwork())).status).toBe(503);
    for (let nr = 0; nr < 120; nr += 1) expect((await tries('/login', ip, ofFamily)).status).toBe(422);
    expect((await tries('/login', ip, ofFamily)).status).toBe(503);
    expect((await tries('/login', aNetwork(), ofFamily)).status).toBe(422);
    expect((await tries('/login', ip, ofStaff)).status).toBe(422);
    for (const made of [ofFamily.replace('.f.', '.s.'), 'x.s.y', ofStaff.slice(0, -1)])
      expect((await tries('/login', ip, made)).status).toBe(503);
  });

  it('leave a browser known by staff as it is when a family logs in there', async () => {
    const [family, staff] = [await aFamily(app), await aStaffMember(app, context.db)];
    const ofFamily = (await logIn(family)).item.known_browser;
    const ofStaff = (await logIn(staff, { known: ofFamily })).item.known_browser;
    expect([ofFamily.split('.')[1], ofStaff.split('.')[1]]).toEqual(['f', 's']);
    expect((await logIn(family, { known: ofStaff })).item.known_browser).toBe(ofStaff);
    expect((await logIn(family, { known: ofFamily })).item.known_browser).toBe(ofFamily);
  });
});
