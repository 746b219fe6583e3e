import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as accounts from '#modules/accounts/accounts.contract.ts';
import * as catalog from '#modules/catalog/catalog.contract.ts';
import * as refundList from '#modules/office/lists/refund-list.contract.ts';
import { shortCopyOf } from '../../scripts/light-contracts.ts';

const ROOT = join(import.meta.dirname, '../..');
const IMPORT = /^import \{([^}]*)\} from '#(modules\/[^']+\.contract\.ts)';/gm;

const valuesOf = (names: string): string[] =>
  names
    .split(',')
    .map((name) => name.trim().split(' ')[0]!)
    .filter((name) => name !== '' && name !== 'type');

describe('what pages are given of a contract', () => {
  it('is name, method and path of each call, and no shape', () => {
    const copy = shortCopyOf(catalog);
    expect(copy).toContain(
      'export const readServerInfo = {"name":"readServerInfo","method":"GET","path":"/server/info"};',
    );
    expect(copy).not.toContain('programShape');
  });

  it('says which calls answer without items, so that no other answer counts as success', () => {
    expect(shortCopyOf(accounts)).toContain(
      '{"name":"forgotPassword","method":"POST","path":"/forgot-password","item":"none"}',
    );
  });

  it('says of a list which filters it takes, with their values', () => {
    expect(shortCopyOf(refundList)).toContain(
      '"kinds":{"state":{"kind":"choices","values":["on_its_way","done","failed"]}',
    );
  });

  it('has constants of plain data, and no functions', () => {
    const contract = { SIZES: [1, 2], LABELS: { a: 'A' }, isBig: () => true, at: new Date() };
    expect(shortCopyOf(contract)).toBe('export const SIZES = [1,2];\nexport const LABELS = {"a":"A"};');
  });

  it('is all that pages import from contracts; a form takes its shapes from elsewhere', async () => {
    const missing: string[] = [];
    for (const file of globSync('src/app/**/*.{ts,tsx}', { cwd: ROOT })) {
      if (/\.test\.tsx?$/.test(file)) continue;
      for (const [, names, path] of readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)) {
        const copy = shortCopyOf((await import(join(ROOT, 'src', path!))) as Record<string, unknown>);
        const gone = valuesOf(names!).filter((name) => !copy.includes(`export const ${name} = `));
        missing.push(...gone.map((name) => `${file}: ${name}`));
      }
    }
    expect(missing).toEqual([]);
  });
});
