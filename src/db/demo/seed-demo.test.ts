import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPassword } from '#platform/passwords/passwords.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';
import { FAMILY_PASSWORD, STAFF_PASSWORD } from './people.ts';
import { seedDemo } from './seed-demo.service.ts';

let context: TestContext;

beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());

const rows = async (query: string) => (await context.database.pool.query(query)).rows;

describe('the demo', () => {
  it('fills an empty portal with its season and its people, and no other', async () => {
    expect(await seedDemo(context)).toBe(true);
    expect(await seedDemo(context)).toBe(false);
    expect(await rows(`select first_name from users order by id`)).toHaveLength(7);
    expect(await rows(`select path from program_groups order by position`)).toEqual(
      ['ecfs', 'hm', 'rcs', 'nga'].map((path) => ({ path })),
    );
  });

  it('opens to everyone with the published passwords', async () => {
    for (const { email, password_hash } of await rows('select email, password_hash from users')) {
      const password = email.endsWith('harborline.example') ? STAFF_PASSWORD : FAMILY_PASSWORD;
      expect(await isPassword(password, password_hash)).toBe(true);
    }
  });

  it('gives staff their roles', async () => {
    const found = await rows(
      `select u.email, o.key from users u join user_roles r on r.user_id = u.id
        join options o on o.id = r.role_type_id order by u.id`,
    );
    expect(found).toEqual([
      { email: 'admin@harborline.example', key: 'userRoleSuperAdmin' },
      { email: 'dispatch@harborline.example', key: 'userRoleAdmin' },
    ]);
  });

  it('tells the families as their stories go', async () => {
    const found = await rows(`select u.first_name as parent,
      array_agg(s.first_name order by s.id) filter (where s.id is not null) as children,
      bool_or(s.is_split_custody) as split, u.email_verified_at is not null as verified
      from users u left join students s on s.user_id = u.id
      where u.email not like '%harborline%' group by u.id order by u.id`);
    expect(found).toEqual([
      { parent: 'Adaeze', children: ['Chidi', 'Ngozi', 'Emeka'], split: false, verified: true },
      { parent: 'Ingrid', children: ['Freja'], split: false, verified: true },
      { parent: 'Min-jun', children: ['Seo-yeon'], split: true, verified: true },
      { parent: 'Sam', children: null, split: null, verified: false },
      { parent: 'Priya', children: ['Anika', 'Rohan'], split: false, verified: true },
    ]);
    expect(
      await rows(
        `select a.is_active from addresses a join users u on u.id = a.user_id where u.first_name = 'Min-jun'
          order by a.id`,
      ),
    ).toEqual([{ is_active: true }, { is_active: false }]);
  });
});
