import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MIGRATIONS = join(import.meta.dirname, '../../../src/db/migrations');

/** The last migration of version 0.1.0. */
const LAST_OF_FIRST_VERSION = '0066_plain_letters';

/** A folder with the migrations of version 0.1.0, which whoever asks for it removes. */
export const copyFirstMigrations = (): string => copyMigrationsUntil(LAST_OF_FIRST_VERSION);

/** A folder with the migrations up to one of them, which whoever asks for it removes. */
export function copyMigrationsUntil(last: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'schoolrun-older-'));
  cpSync(MIGRATIONS, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { tag: string }[] };
  const end = journal.entries.findIndex(({ tag }) => tag === last) + 1;
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }));
  return folder;
}
