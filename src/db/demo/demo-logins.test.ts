import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '#platform/passwords/passwords.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';
import { listOpenToDemo } from './demo-logins.ts';
import { FAMILY_PASSWORD, families, staff } from './people.ts';
import { seedDemo } from './seed-demo.service.ts';

let context: TestContext;
const run = (query: string, values: unknown[] = []) => context.database.pool.query(query, values);

beforeAll(async () => {
  context = await createTestContext();
  await seedDemo(context);
});
afterAll(() => context.close());

/** @shows H1.1 H1.2 */
describe('what the published passwords of the demo open', () => {
  it('is every account of the demo', async () => {
    const everybody = [...staff, ...families].map(({ email }) => email);
    expect((await listOpenToDemo(context.db)).toSorted()).toEqual(everybody.toSorted());
  });

  it('is an account of the demo that has taken another email, which is named by its id', async () => {
    const { rows } = await run(
      `update users set email = 'sam@elsewhere.example' where email = 'sam@whitfield.example' returning id`,
    );
    const open = await listOpenToDemo(context.db);
    expect(open).toContain(`user:${rows[0].id}`);
    expect(open.join()).not.toContain('elsewhere');
  });

  it('is a member of staff who was given such a password', async () => {
    const { rows } = await run(
      `insert into users (first_name, last_name, email, password_hash, created_at)
        values ('Noor', 'Haddad', 'noor@office.example', $1, now()) returning id`,
      [await hashPassword(FAMILY_PASSWORD)],
    );
    await run(`insert into user_roles select $1, id from options where key = 'userRoleAdmin'`, [rows[0].id]);
    expect(await listOpenToDemo(context.db)).toContain(`user:${rows[0].id}`);
  });

  it('is an account of the demo’s staff with any password, while it has its role', async () => {
    await run(`update users set password_hash = $1`, [await hashPassword('a harbor with a line')]);
    expect(await listOpenToDemo(context.db)).toEqual(staff.map(({ email }) => email));
    await run(`delete from user_roles where user_id in (select id from users where email = $1)`, [
      staff[1]!.email,
    ]);
    expect(await listOpenToDemo(context.db)).toEqual([staff[0]!.email]);
  });

  it('is no account that was disabled', async () => {
    await run(`update users set disabled_at = now() where email = $1`, [staff[0]!.email]);
    expect(await listOpenToDemo(context.db)).toEqual([]);
  });
});
