import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVault, type Vault } from '#platform/vault/vault.ts';
import { buildApp } from '#server/build-app.ts';
import { checkAllKeys, reencryptAll } from '#server/reencrypt-all.ts';
import { aFamily, type Person } from '#tests/support/app/people.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';

const KEYS = [randomBytes(32), randomBytes(32)] as const;
const HOME = '718-555-7301';
const MOBILE = '646-555-7302';

let context: TestContext;
let parent: Person;
let other: Person;
let staff: StaffMember;
const ids = new Map<Person, number>();

const appWith = async (vault: Vault) => buildApp({ ...context, vault });
const headersOf = ({ tokens }: Person) => ({ authorization: `Bearer ${tokens.access_token}` });

async function read(vault: Vault, url: string, who: Person) {
  const app = await appWith(vault);
  const answer = await app.inject({ url: `/api${url}`, headers: headersOf(who) });
  await app.close();
  return answer;
}

const found = async (vault: Vault, search: string): Promise<string[]> =>
  (await read(vault, `/admin/parents?search=${search}`, staff))
    .json()
    .items[0].rows.map(({ email }: { email: string }) => email);

const stored = async (who: Person) =>
  (
    await context.db.execute<{ phone_home: string; phone_mobile: string; phone_marks: string[] }>(
      sql`select phone_home, phone_mobile, phone_marks from users where id = ${ids.get(who)!}`,
    )
  ).rows[0]!;

beforeAll(async () => {
  context = await createTestContext({ vault: createVault([KEYS[0]]) });
  await checkAllKeys(context);
  const app = await buildApp(context);
  staff = await aStaffMember(app, context.db);
  parent = await aFamily(app);
  other = await aFamily(app);
  for (const [who, phones] of [
    [parent, { phone_home: HOME, phone_mobile: MOBILE }],
    [other, { phone_home: '718-555-7303', phone_mobile: null }],
  ] as const) {
    ids.set(who, (await who.call('GET', '/user')).items[0].id);
    await who.call('PUT', `/user/${ids.get(who)}`, phones);
  }
  await reencryptAll(context);
});
afterAll(() => context.close());

/** @shows H14.6 */
describe('the phones of accounts', () => {
  it('are stored as sealed texts and marks in which no digit of them stands', async () => {
    const row = await stored(parent);
    for (const text of [row.phone_home, row.phone_mobile]) expect(text).toMatch(/^sealed2:[0-9a-f]{8}:/);
    // For either phone, marks of the last 10, 7 and 4 digits.
    expect(row.phone_marks).toHaveLength(6);
    expect(row.phone_marks.join()).not.toMatch(/7301|7302/);
    const marksOfOther = (await stored(other)).phone_marks;
    expect(row.phone_marks.filter((mark) => marksOfOther.includes(mark))).toEqual([]);
  });

  it('open for nobody in another account or in the other field', async () => {
    const swap = sql`update users set phone_home = phone_mobile, phone_mobile = phone_home
      where id = ${ids.get(parent)!}`;
    await context.db.execute(swap);
    expect((await read(context.vault, '/user', parent)).statusCode).toBe(500);
    await context.db.execute(swap);
    const { phone_home } = await stored(other);
    const move = (text: string) =>
      context.db.execute(sql`update users set phone_home = ${text} where id = ${ids.get(other)!}`);
    await move((await stored(parent)).phone_home);
    expect((await read(context.vault, '/user', other)).statusCode).toBe(500);
    await move(phone_home);
    expect((await read(context.vault, '/user', other)).json().items[0].phone_home).toBe('718-555-7303');
  });

  it('of an earlier version are sealed and marked by the job, after which staff find them', async () => {
    await context.db.execute(sql`update users set phone_home = ${HOME}, phone_mobile = ${MOBILE},
      phone_marks = '{}' where id = ${ids.get(parent)!}`);
    await context.database.asOwner('truncate sealed_fields');
    const vault = createVault([KEYS[0]]);
    expect((await read(vault, '/user', parent)).json().items[0].phone_mobile).toBe(MOBILE);
    expect(await found(vault, '7302')).toEqual([]);
    await reencryptAll({ ...context, vault });
    expect((await stored(parent)).phone_mobile).toMatch(/^sealed2:/);
    for (const search of [MOBILE, '555-7302', '7301'])
      expect(await found(vault, search)).toEqual([parent.email]);
  });

  it('are found under the old key and the new one, while the job moves them and afterwards', async () => {
    const moving = createVault([KEYS[1], KEYS[0]]);
    await checkAllKeys({ ...context, vault: moving });
    const app = await appWith(moving);
    const headers = headersOf(other);
    const payload = { phone_mobile: '917-555-7304' };
    await app.inject({ method: 'PUT', url: `/api/user/${ids.get(other)}`, headers, payload });
    await app.close();
    expect([await found(moving, '7302'), await found(moving, '7304')]).toEqual([
      [parent.email],
      [other.email],
    ]);
    await reencryptAll({ ...context, vault: moving });
    const alone = createVault([KEYS[1]]);
    await checkAllKeys({ ...context, vault: alone });
    for (const [search, email] of [
      ['7302', parent.email],
      ['718-555-7303', other.email],
      ['555-7304', other.email],
    ])
      expect(await found(alone, search!)).toEqual([email]);
  });
});
