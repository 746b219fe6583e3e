import { createHmac } from 'node:crypto';
import type pg from 'pg';

/** The role of the portal in the embedded database. The owner, used for migrations, is the superuser. */
export const PORTAL_ROLE = 'schoolrun_portal';

/** Derived from the password of the owner: an older data folder needs no second file. */
const passwordOf = (ownersPassword: string): string =>
  createHmac('sha256', ownersPassword).update(PORTAL_ROLE).digest('base64url');

export async function ensurePortalRole(superuser: pg.Client, ownersPassword: string): Promise<void> {
  const { rowCount } = await superuser.query('select from pg_roles where rolname = $1', [PORTAL_ROLE]);
  if (rowCount !== 0) return;
  await superuser.query(`do $$ begin
    create role ${PORTAL_ROLE} login password '${passwordOf(ownersPassword)}';
  exception when duplicate_object or unique_violation then null; end $$`);
}

export function asPortal(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  const password = passwordOf(decodeURIComponent(url.password));
  return Object.assign(url, { username: PORTAL_ROLE, password }).href;
}
