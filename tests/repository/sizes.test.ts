import { linesOf } from '../../scripts/ladder/source-text.ts';
import { describe, expect, it } from 'vitest';
import { mean, percentile } from '../../bench/sizes/figures.ts';
import { foldersOf } from '../../bench/sizes/folders.ts';
import { countImporters } from '../../bench/sizes/importers.ts';
import { layOut } from '../../bench/sizes/layout.ts';
import { countCommentLines, filledLinesOf } from '../../bench/sizes/lines.ts';
import { reachedFrom } from '../../bench/sizes/path-rows.ts';
import { pronounsPerHundred, proseOf } from '../../bench/sizes/prose-rows.ts';
import { readCode } from '../../bench/sizes/read-code.ts';
import { readDocuments, readRecentSubjects } from '../../bench/sizes/read-tree.ts';
import { readColumns } from '../../bench/sizes/read-columns.ts';
import { readCommits } from '../../bench/sizes/read-commits.ts';
import { rowsOf } from '../../bench/sizes/rows.ts';
import {
  changesSpelling,
  mixesSpellings,
  namingsOf,
  onlyChangesCase,
  spellingsOf,
  wordsOf,
} from '../../bench/sizes/spellings.ts';
import { tableOf } from '../../bench/sizes/table.ts';

const read = (text: string, path = 'src/kit/x.ts') => readCode({ path, text });

describe('figures', () => {
  it('are taken from the sorted values', () => {
    const values = Array.from({ length: 100 }, (_, at) => 100 - at);
    expect([0.5, 0.9, 0.95, 1].map((share) => percentile(values, share))).toEqual([51, 91, 96, 100]);
    expect(percentile([7], 0.95)).toBe(7);
    expect(mean([1, 2, 6])).toBe(3);
  });

  it('are 0 of nothing', () => {
    expect(percentile([], 0.5)).toBe(0);
    expect(mean([])).toBe(0);
  });
});

describe('lines', () => {
  it('do not count the end of the file, nor blank lines as code', () => {
    expect(linesOf('a\n\nb\n')).toHaveLength(3);
    expect(filledLinesOf('a\n\n  \nb\n')).toEqual(['a', 'b']);
  });

  it('are comments where they hold nothing else', () => {
    const { uncommented } = read(
      [
        '/**',
        ' * One.',
        ' */',
        'const a = 1; // two',
        "const b = '// no comment';",
        '// three',
        '',
        'const c = <p>',
        '  {/* four */}',
        '</p>;',
      ].join('\n'),
      'src/app/x.tsx',
    );
    expect(countCommentLines(uncommented)).toBe(5);
  });
});

describe('named functions', () => {
  it('are declared, methods, fields of a class, and assigned to names', () => {
    const { functions } = read(`
      export function declared(a: number, b: number, c: number, d: number) {
        return a + b + c + d;
      }
      export const arrow = (a: number) =>
        a;
      const expression = function () { return 1; };
      class Box {
        constructor() {}
        method(a: number, ...rest: number[]) { return [a, rest]; }
        field = () => 1;
      }`);
    expect(functions).toEqual([
      { lines: 3, parameters: 4 },
      { lines: 2, parameters: 1 },
      { lines: 1, parameters: 0 },
      { lines: 1, parameters: 0 },
      { lines: 1, parameters: 2 },
      { lines: 1, parameters: 0 },
    ]);
  });

  it('are not callbacks, properties, shapes or overloads', () => {
    const { functions } = read(`
      declare function shape(a: number): void;
      interface Port { send(a: number): void }
      const doubled = [1].map((one) => 2 * one);
      const routes = { read: () => 1 };`);
    expect(functions).toEqual([]);
  });

  it('inside another function count for themselves too', () => {
    expect(read('function outer() { const inner = () => 1; return inner; }').functions).toHaveLength(2);
  });
});

describe('prose', () => {
  it('has no code and no address of a link', () => {
    const text = 'It is [what](docs/that-which.md) `one` of:\n```sh\nwhere it is\n```\nA bus.';
    expect(proseOf(text).match(/[A-Za-z]+/g)).toEqual(['It', 'is', 'what', 'of', 'A', 'bus']);
    expect(pronounsPerHundred([proseOf(text)])).toBeCloseTo(100 / 3);
    expect(pronounsPerHundred(['That’s so', 'such'])).toBe(100);
  });

  it('names things: README and documents have at most five pronouns in 100 words', () => {
    const documents = readDocuments();
    expect(documents.map(({ path }) => path)).toContain('README.md');
    expect(pronounsPerHundred(documents.map(({ text }) => proseOf(text)))).toBeLessThan(5);
  });
});

const subjects = readRecentSubjects();

it.skipIf(subjects === null)('subjects of commits since the last tag have at most 60 characters', () => {
  expect(subjects!.filter((subject) => subject.length > 60)).toEqual([]);
});

it('exports are counted one by one, types too', () => {
  const { exports } = read(
    "export const a = 1, b = 2; export type C = 1; export { d, e } from './d.ts'; export default a;",
  );
  expect(exports).toBe(6);
});

it('a file that is no TypeScript is refused', () => {
  expect(() => read('const = ;')).toThrow('src/kit/x.ts cannot be read');
});

describe('property pairs', () => {
  const pairsOf = (text: string) => read(text).pairs;

  it('are a property and the name that is its value', () => {
    expect(
      pairsOf(
        "const x = { a_b: aB, c_d: call.cD, 'e-f': g?.h, i: j!.k, [l]: m, n: o[p], q: r(), s: 1, ...t };",
      ),
    ).toEqual([
      { key: 'a_b', value: 'aB', isWrapped: false },
      { key: 'c_d', value: 'cD', isWrapped: false },
      { key: 'e-f', value: 'h', isWrapped: true },
      { key: 'i', value: 'k', isWrapped: false },
    ]);
  });

  it('are found where an object is taken apart, with what it falls back to', () => {
    expect(pairsOf('const { a_b: aB, c_d: cD = 1 } = x;')).toEqual([
      { key: 'a_b', value: 'aB', isWrapped: false },
      { key: 'c_d', value: 'cD', isWrapped: false },
    ]);
  });

  it('only change case where the letters are the same', () => {
    const pairs = pairsOf(
      'const x = { starts_on: row.startsOn, width: WIDTH, id: route_id, b: b, last_4: last4 };',
    );
    expect(pairs.filter(onlyChangesCase).map(({ key }) => key)).toEqual(['starts_on', 'width', 'last_4']);
    expect(pairs.filter(changesSpelling).map(({ key }) => key)).toEqual(['starts_on', 'last_4']);
  });
});

describe('columns', () => {
  it('are read from the snapshot of the tables, each name once', () => {
    const tables = {
      users: { columns: { id: {}, first_name: {} } },
      orders: { columns: { id: {}, pay_on: {} } },
    };
    expect(readColumns(JSON.stringify({ tables }))).toEqual(['first_name', 'id', 'pay_on']);
  });

  it('are named by files in either spelling, in code and strings but not in comments', () => {
    const files = [
      'row.pay_on;',
      "sql('where pay_on = $1', payOn);",
      'type Row = { payOn: string };',
      '// pay_on\nrow.repay_on; row.payOnce;',
    ];
    expect(
      namingsOf(
        ['pay_on', 'id'],
        files.map((text) => wordsOf(read(text))),
      ),
    ).toEqual([{ either: 3, both: 1 }]);
  });

  it('go by two names on a path whose files spell them differently', () => {
    const words = new Set(['pay_on', 'payOn', 'order_id', 'userId', 'id']);
    const columns = ['pay_on', 'order_id', 'user_id', 'paid_at', 'id'];
    expect(spellingsOf(columns, words)).toEqual([2, 1, 1]);
  });

  it('make a file mixed where one name has both spellings', () => {
    expect(mixesSpellings(read('const orderId = row.order_id;'))).toBe(true);
    expect(mixesSpellings(read("const orderId = row.user_id; const s = 'order_id'; // order_id"))).toBe(
      false,
    );
  });
});

it('importers are files, however often each imports', () => {
  const one = { isPackage: false, isTypeOnly: false };
  const counts = countImporters([
    { from: 'a', to: 'c', ...one },
    { from: 'a', to: 'c', ...one, isTypeOnly: true },
    { from: 'b', to: 'c', ...one },
    { from: 'b', to: 'zod', ...one, isPackage: true },
  ]);
  expect([...counts]).toEqual([['c', 2]]);
});

it('folders count the files that lie in them, not those below', () => {
  const files = ['src/a/x.ts', 'src/b/x.ts', 'src/b/y.ts', 'src/b/c/x.ts'].map((path) => ({ path }));
  expect(foldersOf(files)).toEqual([
    { path: 'src/b', files: 2 },
    { path: 'src/a', files: 1 },
    { path: 'src/b/c', files: 1 },
  ]);
});

it('commits are read with their bodies and sizes, without the lock file', () => {
  const log = [
    '\x1eSplit x\x1fWhy.\n\x1f\n\n3\t4\tsrc/x.ts\n-\t-\tdocs/x.png\n900\t1\tpackage-lock.json\n',
    '\x1eAdd x\x1f\x1f\n\n1\t0\tsrc/{a => b}/x.ts\n',
    '\x1eSay nothing\x1f\x1f\n',
  ];
  expect(readCommits(log.join(''))).toEqual([
    { subject: 'Split x', hasBody: true, files: 2, lines: 7 },
    { subject: 'Add x', hasBody: false, files: 1, lines: 1 },
    { subject: 'Say nothing', hasBody: false, files: 0, lines: 0 },
  ]);
});

it('files are laid out before their lines are counted', async () => {
  const text = `const x = { ${Array.from({ length: 12 }, (_, at) => `property${at}: ${at}`).join(', ')} };`;
  const [file] = await layOut([{ path: 'src/x.ts', text }]);
  expect(linesOf(file?.text ?? '')).toHaveLength(14);
});

it('a tree is measured, and trees stand side by side', async () => {
  const before = [
    { path: 'src/kit/a.ts', text: "import './b.ts';\nexport const payOn = row.pay_on;\n" },
    { path: 'src/kit/b.ts', text: "import './a.ts';\n" },
    { path: 'src/kit/b.test.ts', text: 'it();\nit();\nit();\n' },
  ];
  const measured = async (name: string, files: typeof before) => ({
    name,
    rows: await rowsOf({ name, files, documents: [], columns: ['pay_on'], commits: [], recent: [] }),
  });
  const table = tableOf([await measured('one', before), await measured('two', before.slice(1))]).split('\n');
  const row = (beginning: string) => table.find((line) => line.startsWith(`| ${beginning}`));
  expect(table[0]).toBe('|  | one | two |');
  expect(row('source files / lines in src')).toMatch('| 2 / 3 | 1 / 1 |');
  expect(row('files in import circles')).toMatch('| 2 | 0 |');
  expect(row('files that mix both')).toMatch('| 1 of 2 (50.0 %) | 0 of 1 (0.0 %) |');
  expect(row('test lines per source line, all')).toMatch('| 1.00 | 3.00 |');
});

describe('a path through the code', () => {
  const link = (from: string, to: string) => ({ from, to, isPackage: false, isTypeOnly: false });

  it('is its first file with all that it imports by any way, each once', () => {
    const imports = [link('a', 'b'), link('b', 'c'), link('c', 'a'), link('x', 'y')];
    expect([...reachedFrom('a', imports)]).toEqual(['a', 'b', 'c']);
    expect([...reachedFrom('y', imports)]).toEqual(['y']);
  });
});
