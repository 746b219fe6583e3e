import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { TICKET_HEADER } from '#kit/endpoint/take-turn.ts';
import { readConfig } from '#platform/config/config.ts';
import { buildApp } from '#server/build-app.ts';
import { aFamily, type Person } from '#tests/support/app/people.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';
import { testClock } from '#tests/support/fakes/test-clock.ts';
import { httpClient, type HttpAnswer, type HttpClient } from '#tests/support/portal/http-client.ts';

const VISITORS = 998;
const SHARE = 100;
const ADDRESS = '203.0.113.7';

const limits = { REQUESTS_PER_NETWORK: '0', REQUESTS_PER_TOKEN: '0' };
const config = readConfig({
  NODE_ENV: 'test',
  DEMO: '1',
  TRUST_PROXY: '1',
  VISITORS_AT_ONCE: '1000',
  ...limits,
});
const clock = testClock();

let context: TestContext;
let app: FastifyInstance;
let http: HttpClient;
let families: Person[];
let staff: StaffMember;

beforeAll(async () => {
  context = await createTestContext({ config, clock });
  app = await buildApp(context);
  http = httpClient(await app.listen({ port: 0, host: '127.0.0.1' }));
  families = await Promise.all(Array.from({ length: 5 }, () => aFamily(app)));
  staff = await aStaffMember(app, context.db);
  // Whoever prepared the families has left.
  clock.advanceMs(60_000);
});
afterAll(async () => {
  http.close();
  await app.close();
  await context.close();
});

const from = (address: string, ticket?: string) => ({
  'x-forwarded-for': address,
  ...(ticket && { [TICKET_HEADER]: ticket }),
});
const ticketOf = ({ headers, items }: HttpAnswer): string | undefined =>
  (headers[TICKET_HEADER] as string | undefined) ?? items[0]?.ticket;
/** Each family and each member of the staff has a network of its own. */
const homeOf = (nr: number) => `198.51.${nr}.1`;

const logIn = ({ email, password }: Person, address: string) =>
  http.call({ method: 'POST', path: '/login', body: { email, password }, headers: from(address) });

async function crowdAsks(path: string, tickets: string[] = []): Promise<HttpAnswer[]> {
  const asking = Array.from({ length: VISITORS }, (_, nr) =>
    http.call({ method: 'POST', path, body: {}, headers: from(ADDRESS, tickets[nr]) }),
  );
  return Promise.all(asking);
}

async function expectFamiliesAndStaffAreServed(): Promise<void> {
  for (const [nr, family] of families.entries()) {
    const login = await logIn(family, homeOf(nr));
    expect(login.status).toBe(200);
    const token = login.items[0].access_token;
    const answer = await http.call({ method: 'GET', path: '/student', token, headers: from(homeOf(nr)) });
    expect([answer.status, answer.errors]).toEqual([200, []]);
  }
  const login = await logIn(staff, homeOf(200));
  expect(login.status).toBe(200);
  const token = login.items[0].access_token;
  for (const path of ['/admin/parents', '/student'])
    expect((await http.call({ method: 'GET', path, token, headers: from(homeOf(200)) })).status).toBe(200);
}

/** @shows MH5.1 MH5.3 */
describe('998 visitors from one address', () => {
  it('who ask for their turn keep a tenth of the places, and families and staff come in', async () => {
    const answers = await crowdAsks('/turn');
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(SHARE);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
    await expectFamiliesAndStaffAreServed();
    const tickets = answers.map((answer) => ticketOf(answer)!);
    const again = await crowdAsks('/turn', tickets);
    expect(again.filter(({ status }) => status === 200)).toHaveLength(SHARE);
  }, 60_000);

  it('who make calls, and go on making them, keep no more', async () => {
    clock.advanceMs(120_000);
    let tickets: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const answers = await crowdAsks('/register', tickets);
      expect(answers.filter(({ status }) => status === 422)).toHaveLength(SHARE);
      // A ticket that is still fresh does not come again.
      tickets = answers.map((answer, nr) => ticketOf(answer) ?? tickets[nr]!);
      clock.advanceMs(20_000);
      await expectFamiliesAndStaffAreServed();
    }
  }, 60_000);
});
