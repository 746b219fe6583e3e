import type { FastifyInstance } from 'fastify';
import { sql } from 'drizzle-orm';
import type { StaffRole } from '#modules/accounts/rights.ts';
import type { Database } from '#platform/db/database.ts';
import { aFamily, asPerson, type Person } from './people.ts';

export type StaffMember = Person & { user_id: number };

/** Someone who works here, signed in: an account that was given a role. */
export async function aStaffMember(
  app: FastifyInstance,
  db: Database,
  { role = 'userRoleAdmin', ...changes }: { role?: StaffRole; first_name?: string; last_name?: string } = {},
): Promise<StaffMember> {
  const person = await aFamily(app, { first_name: 'Dana', last_name: 'Cole', ...changes });
  const { rows } = await db.execute<{ user_id: number }>(sql`insert into user_roles (user_id, role_type_id)
    select u.id, o.id from users u, options o
    where u.email = ${person.email} and o.key = ${role} returning user_id`);
  return { ...person, user_id: rows[0]!.user_id };
}

export const A_REASON = 'Mother asks on the phone why the bus is late.';

/** The parent's place as staff see it while they impersonate them. */
export async function impersonate(
  app: FastifyInstance,
  staff: Person,
  parent: Person,
  reason = A_REASON,
): Promise<Person> {
  const [{ id }] = (await parent.call('GET', '/user')).items;
  const answer = await staff.call('POST', `/admin/parents/${id}/impersonation`, { reason });
  if (answer.status !== 200) throw new Error(`the impersonation was refused: ${answer.errors.join()}`);
  return asPerson(app, parent, answer.items[0]);
}
