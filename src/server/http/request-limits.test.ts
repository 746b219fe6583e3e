import { PassThrough } from 'node:stream';
import pino from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { aFamily, aRegistration, type Person } from '#tests/support/app/people.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';
import { createTestContext } from '#tests/support/app/test-context.ts';
import { buildApp } from '#server/build-app.ts';

const lines = new PassThrough();
const context = await createTestContext({
  config: readConfig({ NODE_ENV: 'test', REQUESTS_PER_NETWORK: '50', REQUESTS_PER_TOKEN: '8' }),
  log: pino({ level: 'info' }, lines),
});
const app = await buildApp(context);
afterAll(async () => {
  await app.close();
  await context.close();
});

const get = (url: string, { ip = '203.0.113.7', token = '' } = {}) =>
  app.inject({ url, remoteAddress: ip, headers: token ? { authorization: `Bearer ${token}` } : {} });
async function statuses(count: number, ask: () => Promise<{ statusCode: number }>): Promise<number[]> {
  const found: number[] = [];
  for (let n = 0; n < count; n += 1) found.push((await ask()).statusCode);
  return found;
}

const logged = () =>
  String(lines.read() ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('requests without end', () => {
  it('of one network alone are refused, in a sentence that says how long to wait', async () => {
    context.clock.advanceMs(60_000);
    expect(await statuses(51, () => get('/api/option'))).toEqual([...Array<number>(50).fill(200), 429]);
    const refused = await get('/api/option');
    expect([refused.statusCode, refused.headers['retry-after'], refused.json().errors]).toEqual([
      429,
      '60',
      ['Too many requests at once. Please wait a minute and try again.'],
    ]);
    expect([
      (await get('/storage/content/none.svg')).statusCode,
      (await get('/api/option', { ip: '203.0.113.8' })).statusCode,
    ]).toEqual([429, 200]);
    context.clock.advanceMs(60_000);
    expect((await get('/api/option')).statusCode).toBe(200);
  });

  it('of one token are refused, and the neighbours of its network go on', async () => {
    context.clock.advanceMs(60_000);
    const [one, two] = [await aFamily(app), await aFamily(app)];
    const ask = (who: Person) => get('/api/user', { token: who.tokens.access_token });
    expect(await statuses(9, () => ask(one))).toEqual([...Array<number>(8).fill(200), 429]);
    expect((await ask(two)).statusCode).toBe(200);
  });

  it('leave the health check alone', async () => {
    context.clock.advanceMs(60_000);
    expect(new Set(await statuses(60, () => get('/api/health')))).toEqual(new Set([200]));
  });

  /** @shows MH22.2 */
  it('count where a token is shown to the health check, made up or not', async () => {
    context.clock.advanceMs(60_000);
    let made = 0;
    const answers = await statuses(60, () => get('/api/health', { token: `made-up-${(made += 1)}` }));
    expect(new Set(answers)).toEqual(new Set([200, 429]));
  });
});

describe('the body of a call', () => {
  /** @shows MH6.4 */
  it('has at most 100 KB, and 1 MB where it is for staff', async () => {
    context.clock.advanceMs(60_000);
    const send = async (url: string, kilobytes: number) => {
      const payload = { email: 'x'.repeat(kilobytes * 1_000) };
      return (await app.inject({ method: 'POST', url, payload })).statusCode;
    };
    expect([await send('/api/login', 90), await send('/api/login', 110)]).toEqual([422, 413]);
    const staff = await aStaffMember(app, context.db);
    const ofStaff = app.endpoints.find(({ guard, method }) => typeof guard === 'object' && method === 'PUT')!;
    const sent = { method: 'PUT' as const, url: `/api${ofStaff.path.replaceAll(/:\w+/g, '1')}` };
    const headers = { authorization: `Bearer ${staff.tokens.access_token}` };
    const long = await app.inject({ ...sent, headers, payload: { text: 'x'.repeat(900_000) } });
    expect(long.statusCode).not.toBe(413);
  });
});

describe('what a foreign page can send without asking', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded'])('as %s is no call of ours', async (type) => {
    context.clock.advanceMs(60_000);
    const payload = JSON.stringify(aRegistration());
    const answer = await app.inject({
      method: 'POST',
      url: '/api/register',
      payload,
      headers: { 'content-type': type, origin: 'https://elsewhere.example' },
    });
    expect([answer.statusCode, answer.json()]).toEqual([
      415,
      { success: false, errors: ['The request must be sent as JSON (application/json).'] },
    ]);
  });

  it('as an upload wants a header that no foreign form can send', async () => {
    const family = await aFamily(app);
    const answer = await app.inject({
      method: 'POST',
      url: '/api/student/photo/1',
      payload: '--x--',
      headers: {
        'content-type': 'multipart/form-data; boundary=x',
        authorization: `Bearer ${family.tokens.access_token}`,
      },
    });
    expect([answer.statusCode, answer.json().errors]).toEqual([
      403,
      ['This request did not come from one of our pages.'],
    ]);
  });

  it('gets no leave from us when it does ask', async () => {
    const asking = {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,authorization',
    };
    for (const url of ['/api/login', '/api/user', '/', '/storage/content/x.svg']) {
      const answer = await app.inject({ method: 'OPTIONS', url, headers: asking });
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });
});

describe('the log', () => {
  it('says who was turned away from what, by ids, under the request’s own id', async () => {
    context.clock.advanceMs(60_000);
    const family = await aFamily(app);
    logged();
    const token = family.tokens.access_token;
    const mine = (await get('/api/user', { token })).json().items[0].id as number;
    const foreign = await get('/api/student/4711', { token });
    await get('/api/user', { token: 'guess' });
    await get('/api/user');
    const entries = logged();
    expect(entries.map(({ status, code, route }) => [status, code, route])).toEqual([
      [404, 'student_not_found', '/api/student/:id'],
      [401, 'unauthenticated', '/api/user'],
    ]);
    expect(entries[0]).toMatchObject({
      user_id: mine,
      ids: { id: '4711' },
      request_id: foreign.headers['x-request-id'],
    });
    expect(JSON.stringify(entries)).not.toMatch(/okafor|adaeze|guess|127\.0\.0\.1/i);
  });

  /** @shows MH6.2 */
  it('has counted lines for made-up tokens and for requests above the limit', async () => {
    context.clock.advanceMs(60 * 60_000);
    logged();
    for (let n = 0; n < 200; n += 1) await get('/api/user', { token: `guess-${n}`, ip: '203.0.113.9' });
    expect(logged().map(({ status, calls }) => [status, calls])).toEqual([
      [401, 1],
      [401, 10],
      [429, 1],
      [429, 10],
      [429, 100],
    ]);
  });
});
