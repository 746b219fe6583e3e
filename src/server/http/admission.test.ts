import { createHash } from 'node:crypto';
import { request as open, type ClientRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { challengeOf, isProof, TICKET_HEADER } from '#kit/endpoint/take-turn.ts';
import { aFamily, type Person } from '#tests/support/app/people.ts';
import { openSaleMorning, type Asked } from '#tests/support/app/sale-morning.ts';

const { app, aNetwork, ask, act, fill, pass } = await openSaleMorning();

const PATIENCE = { timeout: 15_000 };
const bearer = ({ tokens }: Person) => ({ authorization: `Bearer ${tokens.access_token}` });

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
    expect(fourth.errors).toEqual(['Many families are here right now. You’re number 2 in line.']);
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
