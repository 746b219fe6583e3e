import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The programs of a PostgreSQL server that a package of the machine has installed. */
export type Programs = { version: string; path: (program: string) => string };

const OLDEST = 15;

/** Where packages put them; on the path is only what a client needs. */
const POSTGRES_FOLDERS = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
];
const PGBOUNCER_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'];

const onPath = () => (process.env.PATH ?? '').split(delimiter).filter(Boolean);

const firstLine = (program: string) =>
  spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout?.split('\n')[0] ?? '';

/** The newest PostgreSQL, or the one in POSTGRES_BIN; undefined where there is none of 15 or newer. */
export function findPostgres(): Programs | undefined {
  const named = process.env.POSTGRES_BIN;
  const folders = named ? [named] : [...onPath(), ...POSTGRES_FOLDERS.flatMap((folder) => globSync(folder))];
  const found = [...new Set(folders)]
    .filter((folder) => ['postgres', 'pg_basebackup'].every((name) => existsSync(join(folder, name))))
    .map((folder) => ({
      folder,
      version: /\d+(\.\d+)*/.exec(firstLine(join(folder, 'postgres')))?.[0] ?? '',
    }))
    .filter(({ version }) => Number.parseInt(version) >= OLDEST)
    .toSorted((a, b) => Number.parseFloat(b.version) - Number.parseFloat(a.version));
  const [newest] = found;
  return newest && { version: newest.version, path: (program) => join(newest.folder, program) };
}

/** The PgBouncer of the machine, or the one that PGBOUNCER_BIN names. */
export function findPgBouncer(): { version: string; program: string } | undefined {
  const named = process.env.PGBOUNCER_BIN;
  const programs = named
    ? [named]
    : [...onPath(), ...PGBOUNCER_FOLDERS].map((folder) => join(folder, 'pgbouncer'));
  const program = programs.find((path) => existsSync(path));
  return program ? { program, version: firstLine(program).replace('PgBouncer ', '') } : undefined;
}

/** What a drill cannot do without, in sentences; empty where all is there. */
export function missingPrograms({ pgBouncer }: { pgBouncer: boolean }): string[] {
  const missing = [];
  if (!findPostgres())
    missing.push(`PostgreSQL ${OLDEST} or newer with its server programs (POSTGRES_BIN names their folder)`);
  if (pgBouncer && !findPgBouncer()) missing.push('PgBouncer (PGBOUNCER_BIN names the program)');
  return missing;
}

/** Whether tests must be skipped for want of programs; says which. */
export function lacksPrograms(needed: { pgBouncer: boolean }): boolean {
  const missing = missingPrograms(needed);
  if (missing.length > 0) console.warn(`Skipped, as this machine lacks ${missing.join(' and ')}.`);
  return missing.length > 0;
}
