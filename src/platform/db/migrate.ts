import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { m } from '#i18n/messages.js';
import { migrateQueue } from '#platform/queue/queue-schema.ts';
import { isPooled } from './pooler.ts';
import { grantToPortal } from './portal-role.ts';

const FOLDER = join(import.meta.dirname, '../../db/migrations');

// Any fixed number: the process that migrates this database holds this lock.
const MIGRATION_LOCK = 7_203_114;

type Options = {
  folder?: string;
  /** whom the portal connects as; the owner itself where there is one role for all */
  portalRole?: string;
};

/**
 * Brings the database's tables up to date as their owner, and gives the portal's role its rights on them. Two
 * processes that start at once migrate one after the other; the second finds nothing to do.
 * @throws Error with a sentence where a pooler is in the way
 */
export async function migrateDatabase(
  ownerUrl: string,
  { folder = FOLDER, portalRole }: Options = {},
): Promise<void> {
  if (!existsSync(`${folder}/meta/_journal.json`)) return;
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    if (await isPooled(client)) throw new Error(m.portal_database_owner_pooled());
    // The lock belongs to this session, so a killed process gives it back.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle({ client }), { migrationsFolder: folder });
    await migrateQueue((text) => client.query(text));
    const { rows } = await client.query<{ owner: string }>('select current_user as owner');
    if (portalRole && portalRole !== rows[0]!.owner) await grantToPortal(client, portalRole);
  } finally {
    await client.end();
  }
}

type Journal = { entries: { when: number }[] };

/** Whether the tables are those of this version, for a portal that may not migrate them itself. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const { entries } = JSON.parse(readFileSync(`${FOLDER}/meta/_journal.json`, 'utf8')) as Journal;
  const newest = Math.max(...entries.map(({ when }) => when));
  try {
    const { rows } = await pool.query<{ at: number }>(
      'select max(created_at) as at from drizzle.__drizzle_migrations',
    );
    return Number(rows[0]?.at) >= newest;
  } catch {
    // There are no tables yet, or none that this role may read.
    return false;
  }
}
