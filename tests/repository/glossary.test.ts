import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const sources = globSync(['src/**/*.{ts,tsx}', 'tests/**/*.{ts,tsx}', 'scripts/**/*.ts', 'bench/**/*.ts'], {
  cwd: ROOT,
}).filter((path) => !path.startsWith('src/i18n/'));

/** Words that docs/glossary.md retired, as they stand in names; none that has another meaning. */
const RETIRED: readonly RegExp[] = [
  /[hH]ouse(?!Rule)/,
  /[dD]esk/,
  /Letter(?!head)|Letters$/,
  /[pP]oke(?!n)/,
  /^Press$|^openPress$|pressCheckout/,
  /OnTheWire|^wire[A-Z]/,
  /[gG]iveBack|[hH]andBack|takeUp(?!Refund)/,
  /bothGuardians|strandedBy|^hurried$|^rival$/,
  /[nN]arrowDoor|DoorFull|atDoor/,
  /takeTry|countTry|triesOf|[a-z]Try$/,
  /[bB]ankNews|[jJ]udge|^Verdict$|APerson$/,
  /[sS]pecimen|[bB]ombard|BadLine|^LEAST$|^Grounds$/,
  /^[sS]heet$|Sheet[A-Z]|[lL]ettering/,
  /[dD]rawer|^wayBack$|^useAsked$|sealStored|selectToSeal/,
  /olour(?!s$|space)|atalogue|uthoris|heque|avour|icence|Behaviour|eighbour|ormalise|anitise|nitialise/,
];

// A letter of the alphabet; a kind of file that a browser loads.
const ALLOWED = ['checkLetter', 'Stylesheet'];

type Node = { type: string; name?: string; [key: string]: unknown };

/** Every identifier of a file, with names of properties. */
function namesIn(path: string): Set<string> {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const { type, name } = node as Node;
    if ((type === 'Identifier' || type === 'JSXIdentifier') && name) names.add(name);
    Object.values(node).forEach(visit);
  };
  visit(parseSync(path, read(path)).program.body);
  return names;
}

describe('the glossary', () => {
  it('has retired words that no name carries any more', () => {
    const found = sources.flatMap((path) =>
      [...namesIn(path)]
        .filter((name) => !ALLOWED.includes(name) && RETIRED.some((word) => word.test(name)))
        .map((name) => `${path}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  it('is held against every file, and sees a retired word', () => {
    expect(sources.length).toBeGreaterThan(900);
    expect(RETIRED.some((word) => word.test('orderOnTheWire'))).toBe(true);
  });
});
