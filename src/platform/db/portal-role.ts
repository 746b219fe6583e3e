import type pg from 'pg';

/*
 * The portal's role reads and writes rows and owns nothing: the role can neither alter nor truncate a table
 * nor disable a trigger. On a table with the trigger `refuse_rewriting`, the role only reads and adds (H13).
 * The role adds to the chain of the audit log only by the owner's functions (MH15).
 */

const SCHEMAS = `('public', 'sandbox', 'pgboss')`;

const OF_TABLES = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'];
const TO_CHANGE = 'SELECT, INSERT, UPDATE, DELETE';
const TO_ADD = 'SELECT, INSERT';
const TO_READ = 'SELECT';

/** Written by functions of the owner alone (MH15). */
const OF_OWNER = `('audit_chain', 'audit_heads')`;

const TABLES = `select c.oid, format('%I.%I', n.nspname, c.relname) as name, c.relowner as owner,
    exists (select from pg_trigger t join pg_proc f on f.oid = t.tgfoid
      where t.tgrelid = c.oid and f.proname = 'refuse_rewriting') as is_append_only,
    n.nspname = 'public' and c.relname in ${OF_OWNER} as is_of_owner
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ${SCHEMAS} and c.relkind in ('r', 'p')`;

/** H14, and the objects of the catalog (decision 156) */
const DRAWN_IDS = [
  'aid_awards',
  'authenticators',
  'students',
  'notes',
  'addresses',
  'job_applications',
  'printed_contracts',
  'sale_offers',
  'divisions',
  'program_groups',
  'programs',
  'program_grades',
  'periods',
  'period_program_groups',
  'printable_contracts',
  'period_programs',
  'payment_type_surcharges',
  'routes',
  'payment_terms',
  'addons',
  'route_discounts',
  'financial_aid_codes',
  'content_blocks',
  'news_items',
].map((table) => `public.${table}_id_seq`);

type Held = { name: string; is_append_only: boolean; is_of_owner: boolean; held: string };

const wantedFor = ({ is_append_only, is_of_owner }: Held) =>
  is_of_owner ? TO_READ : is_append_only ? TO_ADD : TO_CHANGE;

export async function grantToPortal(owner: pg.Client, role: string): Promise<void> {
  const { rows: tables } = await owner.query<Held>(
    `select name, is_append_only, is_of_owner,
        array_to_string(array(select r from unnest($2::text[]) with ordinality r(r, at)
        where has_table_privilege($1, oid, r) order by at), ', ') as held
      from (${TABLES}) tables`,
    [role, OF_TABLES],
  );
  const to = owner.escapeIdentifier(role);
  const grants = tables
    .map((table) => ({ ...table, wanted: wantedFor(table) }))
    .filter(({ held, wanted }) => held !== wanted)
    .flatMap(({ name, wanted }) => [
      `revoke all on ${name} from ${to}`,
      `grant ${wanted} on ${name} to ${to}`,
    ]);
  const ofDatabase = await takeTemporaryTables(owner, role);
  const ofSequences = await grantSequences(owner, role);
  await owner.query(
    [...(await grantSchemas(owner, role)), ...ofDatabase, ...ofSequences, ...grants].join('; '),
  );
}

async function grantSchemas(owner: pg.Client, role: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; may_enter: boolean; may_create: boolean }>(
    `select quote_ident(nspname) as name, has_schema_privilege($1, oid, 'USAGE') as may_enter,
        has_schema_privilege($1, oid, 'CREATE') as may_create
      from pg_namespace where nspname in ${SCHEMAS} or nspname = 'drizzle'`,
    [role],
  );
  const to = owner.escapeIdentifier(role);
  return [
    `grant select on drizzle.migrations to ${to}`,
    ...rows.filter((each) => !each.may_enter).map(({ name }) => `grant usage on schema ${name} to ${to}`),
    ...rows
      .filter((each) => each.may_create)
      .map(({ name }) => `revoke create on schema ${name} from public, ${to}`),
  ];
}

/** A database that stopped half way to this version lacks the tables of later migrations. */
async function grantSequences(owner: pg.Client, role: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select name from unnest($2::text[]) as name
      where to_regclass(name) is not null and not has_sequence_privilege($1, to_regclass(name), 'USAGE')`,
    [role, DRAWN_IDS],
  );
  return rows.map(({ name }) => `grant usage on sequence ${name} to ${owner.escapeIdentifier(role)}`);
}

/** A temporary table of a session would hide the table of the same name. */
async function takeTemporaryTables(owner: pg.Client, role: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select quote_ident(datname) as name from pg_database where datname = current_database()
      and pg_has_role(datdba, 'USAGE') and has_database_privilege($1, datname, 'TEMPORARY')`,
    [role],
  );
  return rows.map(
    ({ name }) => `revoke temporary on database ${name} from public, ${owner.escapeIdentifier(role)}`,
  );
}

const EXCESS = `with tables as (${TABLES})
  select 'superuser' as excess from pg_roles where rolname = current_user and rolsuper
  union all select role from unnest(array['pg_execute_server_program', 'pg_read_server_files',
      'pg_write_server_files']) role where pg_has_role(role, 'USAGE')
  union all (select 'owner of ' || name from tables where pg_has_role(owner, 'USAGE') order by name limit 3)
  union all select 'CREATE on schema public' where has_schema_privilege('public', 'CREATE')
  union all select 'UPDATE on ' || name from tables
    where is_append_only and has_any_column_privilege(oid, 'UPDATE')
  union all select r || ' on ' || name from tables, unnest(array['DELETE', 'TRUNCATE', 'TRIGGER']) r
    where is_append_only and has_table_privilege(oid, r)
  union all select 'INSERT on ' || name from tables where is_of_owner and has_table_privilege(oid, 'INSERT')
  limit 5`;

export async function listExcessRights(pool: Pick<pg.Pool | pg.Client, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ excess: string }>(EXCESS);
  return rows.map(({ excess }) => excess);
}
