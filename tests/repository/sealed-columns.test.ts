import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SEALED_FIELDS } from '#server/reencrypt-all.ts';

const TABLES = 'src/db/tables';

/** The columns that hold sealed texts by their type, as `students.custody_notes`. */
function sealedColumnsIn(source: string): string[] {
  return source.split(/\bpgTable\(/).flatMap((part) => {
    const table = /^\s*'(\w+)'/.exec(part)?.[1];
    return [...part.matchAll(/^\s+(\w+): [^\n]*\$type<Sealed\b/gm)].map(([, column]) => `${table}.${column}`);
  });
}

const inTables = readdirSync(TABLES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => sealedColumnsIn(readFileSync(join(TABLES, file), 'utf8')));

/** @shows H14.3 */
describe('a column of sealed texts', () => {
  it('is known to the job that seals texts anew, and to the start that looks for their keys', () => {
    expect(
      inTables.filter((column) => !SEALED_FIELDS.includes(column)),
      'add their source to SOURCES in src/server/reencrypt-all.ts',
    ).toEqual([]);
    const gone = SEALED_FIELDS.filter((field) => !inTables.includes(field));
    expect(gone).toEqual([]);
  });

  it('would be noticed if it were forgotten', () => {
    expect(inTables).toContain('authenticators.secret');
    const planted = `export const pets = pgTable('pets', {\n  name: text().$type<Sealed>(),\n});`;
    expect(sealedColumnsIn(planted)).toEqual(['pets.name']);
    expect(SEALED_FIELDS).not.toContain('pets.name');
  });
});
