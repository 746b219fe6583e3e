import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { m } from '#i18n/messages.js';
import { migrateQueue } from '#platform/queue/queue-schema.ts';
import { isPooled } from './pooler.ts';
import { grantToPortal } from './portal-role.ts';
import { hasOlderTables, readNeeds, refuseUnknownNeeds } from './refuse-newer.ts';

const FOLDER = join(import.meta.dirname, '../../db/migrations');

// Any fixed number: the process migrating the database holds this lock.
const MIGRATION_LOCK = 7_203_114;

const RECORD = 'migrations';

type Options = {
  folder?: string;
  portalRole?: string;
  settings?: readonly string[];
  beforeMigrating?: () => Promise<void>;
};

/**
 * Processes starting together migrate in sequence; the second finds nothing to do.
 * @throws Error with a sentence if a pooler is in the way, or a newer program has opened the database
 */
export async function migrateDatabase(
  ownerUrl: string,
  { folder = FOLDER, portalRole, settings = [], beforeMigrating }: Options = {},
): Promise<void> {
  if (!existsSync(`${folder}/meta/_journal.json`)) return;
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    if (await isPooled(client)) throw new Error(m.portal_database_owner_pooled());
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const migrations = listMigrations(folder);
    const found = await readNeeds(client);
    refuseUnknownNeeds(found, { migrations, settings });
    if (hasOlderTables(found, migrations)) await beforeMigrating?.();
    await closeToFirstVersion(client);
    await migrate(drizzle({ client }), { migrationsFolder: folder, migrationsTable: RECORD });
    await migrateQueue((text) => client.query(text));
    const { rows } = await client.query<{ owner: string }>('select current_user as owner');
    if (portalRole && portalRole !== rows[0]!.owner) await grantToPortal(client, portalRole);
  } finally {
    await client.end();
  }
}

const FIRST_RECORD = 'drizzle.__drizzle_migrations';

/** Looks like the table of version 0.1.0, and refuses every reader. */
const REFUSE_FIRST_VERSION = `create schema if not exists drizzle;
  create or replace function drizzle.refuse_first_version()
    returns table (id integer, hash text, created_at bigint) language plpgsql as $$ begin
      raise exception 'A newer version of Schoolrun has opened this database; version 0.1.0 must not.';
    end $$;
  create or replace view ${FIRST_RECORD} as select id, hash, created_at from drizzle.refuse_first_version()`;

/** Version 0.1.0 reads the migrations before any write: the table gets a new name, and a view fails. */
async function closeToFirstVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ kind: string }>(
    'select relkind as kind from pg_class where oid = to_regclass($1)',
    [FIRST_RECORD],
  );
  if (rows[0]?.kind === 'v') return;
  const rename = rows[0] ? `alter table ${FIRST_RECORD} rename to ${RECORD};` : '';
  await client.query(`${rename} ${REFUSE_FIRST_VERSION}`);
}

type Journal = { entries: { when: number }[] };

export function listMigrations(folder = FOLDER): number[] {
  const { entries } = JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8')) as Journal;
  return entries.map(({ when }) => when);
}

/** For a portal without the right to migrate. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ at: number }>(`select max(created_at) as at from drizzle.${RECORD}`);
    return Number(rows[0]?.at) >= Math.max(...listMigrations());
  } catch {
    return false;
  }
}
