import { describe, expect, it } from 'vitest';
import { aFamily, type Person } from '#tests/support/app/people.ts';
import { openSaleMorning } from '#tests/support/app/sale-morning.ts';
import { aStaffMember, A_REASON } from '#tests/support/app/staff.ts';

const DAY_S = 86_400;

const { context, app, aNetwork, ask, fill, pass } = await openSaleMorning();

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

  /** @shows MH5.7 */
  it('have no place of their own in a browser that was known a year ago, without a login since', async () => {
    const [gone, back] = [await aFamily(app), await aFamily(app)];
    const old = (await logIn(gone)).item.known_browser;
    const first = (await logIn(back)).item.known_browser;
    pass(100 * DAY_S);
    expect((await logIn(back, { known: first })).item.known_browser).toBe(first);
    pass(100 * DAY_S);
    const second = (await logIn(back, { known: first })).item.known_browser;
    expect(second).not.toBe(first);
    pass(165 * DAY_S);
    await fill();
    for (let nr = 0; nr < 300; nr += 1) await tries('/login', aNetwork());
    for (const ended of [old, first]) expect((await tries('/login', aNetwork(), ended)).status).toBe(503);
    expect((await tries('/login', aNetwork(), second)).status).toBe(422);
  });
});
