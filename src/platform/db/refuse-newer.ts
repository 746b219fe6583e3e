import type pg from 'pg';
import { m } from '#i18n/messages.js';
import { SEAL_FORMATS } from '#platform/vault/vault.ts';
import { QUEUE_VERSION } from '#platform/queue/queue-schema.ts';
import { VERSION } from './program-version.ts';

type Asked = Pick<pg.Client | pg.Pool, 'query'>;

export type DatabaseNeeds = {
  version: string | null;
  needs: string[];
};

const SOURCES: Readonly<Record<string, string>> = {
  'drizzle.migrations': `'migration ' || created_at`,
  'drizzle.__drizzle_migrations': `'migration ' || created_at`,
  'pgboss.version': `'job queue ' || version`,
  'public.needed_features': `'feature ' || feature`,
  'public.sealed_fields': `'sealed field ' || field`,
  'public.processor_binding': `'processor ' || processor`,
};

const READABLE = `select n.nspname || '.' || c.relname as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('drizzle', 'pgboss', 'public')
    and has_schema_privilege(n.oid, 'USAGE') and has_table_privilege(c.oid, 'SELECT')`;

export async function readNeeds(client: Asked): Promise<DatabaseNeeds> {
  const readable = new Set((await client.query<{ name: string }>(READABLE)).rows.map(({ name }) => name));
  const texts = Object.entries(SOURCES)
    .filter(([table]) => readable.has(table))
    .map(([table, need]) => `select ${need} as need from ${table}`);
  const needs =
    texts.length > 0 ? await client.query<{ need: string }>(texts.join(' union all ')) : undefined;
  const last = readable.has('public.program_version')
    ? await client.query<{ version: string }>('select version from program_version')
    : undefined;
  return { version: last?.rows[0]?.version ?? null, needs: needs?.rows.map(({ need }) => need) ?? [] };
}

export type Known = {
  migrations: readonly number[];
  /** needs known to modules, as `sealed field students.custody_notes` */
  settings: readonly string[];
};

function unknownOf({ needs }: DatabaseNeeds, { migrations, settings }: Known): string[] {
  const known = new Set([
    ...migrations.map((when) => `migration ${when}`),
    ...SEAL_FORMATS.map((format) => `feature seal ${format}`),
    ...settings,
  ]);
  const isOfQueue = (need: string) =>
    need.startsWith('job queue ') && Number(need.slice('job queue '.length)) <= QUEUE_VERSION;
  return needs.filter((need) => !known.has(need) && !isOfQueue(need));
}

export function hasOlderTables({ needs }: DatabaseNeeds, migrations: readonly number[]): boolean {
  const recorded = new Set(needs);
  const isUsed = needs.some((need) => need.startsWith('migration '));
  const isComplete =
    migrations.every((when) => recorded.has(`migration ${when}`)) &&
    recorded.has(`job queue ${QUEUE_VERSION}`);
  return isUsed && !isComplete;
}

const NAMED = 5;

/** A newer program has opened the database (MO1). @throws Error with a sentence naming both versions */
export function refuseUnknownNeeds(needs: DatabaseNeeds, known: Known): void {
  const unknown = unknownOf(needs, known);
  if (unknown.length === 0) return;
  const database = needs.version ?? m.portal_database_version_unknown();
  throw new Error(
    m.portal_database_newer({ database, program: VERSION, unknown: unknown.slice(0, NAMED).join(', ') }),
  );
}

export const refuseNewer = async (client: Asked, known: Known): Promise<void> =>
  refuseUnknownNeeds(await readNeeds(client), known);
