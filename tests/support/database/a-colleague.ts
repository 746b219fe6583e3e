import { randomUUID } from 'node:crypto';
import { users } from '#db/tables/accounts/accounts.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { Db } from '#platform/db/database.ts';
import { viewerOf } from './viewer-of.ts';

/** A member of staff without orders of their own, who may decide about the money of any (H4). */
export async function aColleague(db: Db): Promise<Viewer> {
  const [user] = await db
    .insert(users)
    .values({
      first_name: 'Dana',
      last_name: 'Cole',
      email: `${randomUUID()}@office.example`,
      password_hash: '-',
      created_at: new Date('2026-04-10T14:00:00Z'),
    })
    .returning({ id: users.id });
  return viewerOf(user!.id);
}
