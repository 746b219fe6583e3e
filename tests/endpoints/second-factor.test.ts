import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EndpointDefinition } from '#kit/endpoint/endpoint.ts';
import { signerOf } from '#modules/accounts/sessions/links.service.ts';
import { readConfig } from '#platform/config/config.ts';
import { logInAs, sessionOf, type Person } from '#tests/support/app/people.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { logInWith, setUpApp } from '#tests/support/app/second-factor.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';
import { callEndpoint, isForStaff } from '#tests/support/endpoints/call-endpoint.ts';
import { createPlayers, type PlayerFamily, type Players } from '#tests/support/endpoints/players.ts';
import { samples } from '#tests/support/endpoints/samples.ts';

const SAYS = 'Staff accounts need two-step verification. Please set it up under Security first.';

let shop: SeasonApp;
let ofStaff: readonly EndpointDefinition[];
let cast: Players;
let family: PlayerFamily;

beforeAll(async () => {
  const config = { ...readConfig({ NODE_ENV: 'test', VISITORS_AT_ONCE: '0' }), staffNeedFactor: true };
  shop = await openSeasonApp({ config: { ...config, requestsPerNetwork: 0, requestsPerToken: 0 } });
  cast = await createPlayers(shop);
  family = await cast.aFamily();
  ofStaff = shop.app.endpoints.filter(isForStaff);
});
afterAll(() => shop.close());

const staffMember = () => aStaffMember(shop.app, shop.context.db, { role: 'userRoleSuperAdmin' });

async function answersTo(who: Person): Promise<[string, number, string[]][]> {
  const answers: [string, number, string[]][] = [];
  for (const definition of ofStaff) {
    const params = Object.fromEntries(
      [...definition.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, '1']),
    );
    const body = definition.method === 'GET' ? undefined : {};
    const answer = await callEndpoint(shop.app, definition, { params, body }, who.tokens.access_token);
    answers.push([definition.name, answer.statusCode, answer.json().errors]);
  }
  return answers;
}

describe('a session of staff without a second factor, where staff need one', () => {
  /** @shows H2.7 */
  it('is refused by every call of staff, and told why', async () => {
    const staff = await staffMember();
    expect(ofStaff.length).toBeGreaterThan(30);
    expect(await answersTo(staff)).toEqual(ofStaff.map(({ name }) => [name, 403, [SAYS]]));
  });

  /** @shows H2.7 */
  it('has the rights of a parent and no others in the calls that everybody may make', async () => {
    const { id: order_id } = await family.order();
    const staff = await staffMember();
    const wrong: string[] = [];
    const reads = shop.app.endpoints.filter(({ guard, method }) => guard === 'account' && method === 'GET');
    for (const definition of reads) {
      // Its sample begins with an act of staff, who can do nothing here.
      if (definition.name === 'readAmendment') continue;
      const { ids = {}, send } = samples[definition.name]!;
      if (!Object.values(ids).some((kind) => kind !== 'everyone')) continue;
      const sent = await send(family, cast);
      const { statusCode } = await callEndpoint(shop.app, definition, sent, staff.tokens.access_token);
      if (statusCode !== 404) wrong.push(`${definition.name} ${statusCode}`);
    }
    expect(wrong).toEqual([]);
    expect((await staff.call('GET', `/order/${order_id}`)).status).toBe(404);
    const viewer = (await shop.context.authenticate(staff.tokens.access_token))!;
    const sign = signerOf(shop.context.vault, shop.context.clock.now(), viewer);
    const copy = await shop.app.inject({ url: sign(`/storage/family-data/${family.user_id}.zip`) });
    expect(copy.statusCode).toBe(404);
  });

  /** @shows H2.7 */
  it('sets one up, and then works', async () => {
    const staff = await staffMember();
    expect((await staff.call('GET', '/user')).items[0].needs_second_factor).toBe(true);
    await setUpApp(shop.app, staff);
    expect((await staff.call('GET', '/user')).items[0].needs_second_factor).toBe(false);
    expect((await staff.call('GET', '/admin/parents')).status).toBe(200);
    const elsewhere = await sessionOf(shop.app, staff);
    expect((await elsewhere.call('GET', '/admin/parents')).errors).toEqual([SAYS]);
  });

  /** @shows H2.7 */
  it('begins by no login of an account that has one, and works after a recovery code', async () => {
    const staff = await staffMember();
    const { recovery_codes } = await setUpApp(shop.app, staff);
    await expect(logInAs(shop.app, staff)).rejects.toThrow('second_factor_required');
    const [tokens] = (await logInWith(shop.app, staff, recovery_codes[0])).items;
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    expect((await shop.app.inject({ url: '/api/admin/parents', headers })).statusCode).toBe(200);
  });

  /** @shows H2.7 */
  it('is what is left when the last authenticator is removed', async () => {
    const staff = await staffMember();
    const { id } = await setUpApp(shop.app, staff);
    await staff.call('DELETE', `/user/authenticators/${id}`);
    expect((await staff.call('GET', '/admin/parents')).errors).toEqual([SAYS]);
  });

  it('does not delete the account of staff either', async () => {
    const staff = await staffMember();
    const refused = await staff.call('POST', '/family-data/delete', { current_password: staff.password });
    expect(refused.status).toBe(403);
  });
});

describe('staff need a second factor', () => {
  const isNeeded = (environment: Record<string, string>) =>
    readConfig({ DATABASE_URL: 'postgres://portal@db/portal', ...environment }).staffNeedFactor;

  /** @shows H2.15 */
  it('everywhere but in a demo: on this machine, or with DEMO=1', () => {
    expect(isNeeded({})).toBe(false);
    expect(isNeeded({ HOST: '127.0.0.1' })).toBe(false);
    expect(isNeeded({ HOST: '0.0.0.0', DEMO: '1' })).toBe(false);
    expect(isNeeded({ HOST: '0.0.0.0' })).toBe(true);
    const PRODUCTION = {
      NODE_ENV: 'production',
      ALLOW_SANDBOX: '1',
      VAULT_KEYS: Buffer.alloc(32).toString('base64'),
      PUBLIC_URL: 'https://ride.example',
      SMTP_URL: 'smtps://mail.example',
      DATABASE_URL: 'postgres://portal@db/portal?sslmode=verify-full',
    };
    expect(isNeeded(PRODUCTION)).toBe(true);
    expect(isNeeded({ ...PRODUCTION, HOST: 'localhost', DEMO: '1' })).toBe(true);
  });

  /** @shows H2.15 */
  it('and in the demo of this machine work without one', async () => {
    const demo = await openSeasonApp();
    const staff = await aStaffMember(demo.app, demo.context.db);
    expect((await staff.call('GET', '/admin/parents')).status).toBe(200);
    expect((await staff.call('GET', '/user')).items[0].needs_second_factor).toBe(false);
    await demo.close();
  });
});
