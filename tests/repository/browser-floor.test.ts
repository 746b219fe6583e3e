import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { OLD_BROWSER_SCRIPT } from '#kit/pages/old-browser.ts';
import { findNewer, nodesOf, type Node } from '../../scripts/browser-floor/find-newer.ts';
import { floorTargets } from '../../scripts/browser-floor/floor.ts';
import { readImports } from '../../scripts/ladder/read-imports.ts';

/** Every file of ours that a browser may get. */
function sourcesInBrowser(): string[] {
  const isInBrowser = (path: string) => !/\.test\.tsx?$|entry\.server\.tsx$/.test(path);
  const found = new Set(globSync('src/app/**/*.{ts,tsx}').filter(isInBrowser));
  for (const path of found)
    for (const { to, isTypeOnly, isPackage } of readImports(path, readFileSync(path, 'utf8')))
      if (!isTypeOnly && !isPackage && /^src\/.*\.tsx?$/.test(to) && !to.startsWith('src/brand/'))
        found.add(to);
  return [...found];
}

describe('the floor of browsers', () => {
  /** @shows MD3.1 */
  it('is that of the documents, in package.json and in the build', () => {
    expect(floorTargets).toEqual(['safari16.4', 'ios16.4', 'chrome109', 'edge109', 'firefox115']);
    const sentence = 'Safari and iOS 16.4, Chrome and Edge 109, Firefox 115';
    const named = ['README.md', 'docs/operations.md', 'messages/en/shell.json'].filter((path) =>
      readFileSync(path, 'utf8').replaceAll(/\s+/g, ' ').includes(sentence),
    );
    expect(named).toHaveLength(3);
  });

  /** @shows MD3.2 */
  it('has every name that our code for browsers uses', () => {
    const sources = sourcesInBrowser();
    expect(sources.length).toBeGreaterThan(400);
    const newer = sources.flatMap((path) =>
      findNewer(path, readFileSync(path, 'utf8')).map((name) => `${path}: ${name}`),
    );
    // Each asks first, and has another way.
    const askedFirst = [
      'src/app/forms/late-resolver.ts: requestIdleCallback',
      'src/app/shell/frame-mode.ts: .ancestorOrigins',
    ];
    expect(newer.sort(), 'newer than the floor (decision 119): say it in older words').toEqual(askedFirst);
  });

  /** @shows MD3.2 */
  it.each([
    ['URL.canParse(text)', ['URL.canParse']],
    ['rows.toSorted()', ['.toSorted']],
    ['rows?.with(0, 1)', ['.with']],
    ['window.requestIdleCallback(act)', ['requestIdleCallback']],
    ['const { any } = AbortSignal; navigation.back()', ['navigation']],
    ['/[a--b]/v.test(text)', ['/…/v']],
    ['const navigation = useNavigation(); navigation.state', []],
    ['state.navigation; const scheduled = { scheduler: 1 }', []],
    ['[...rows].sort(); new URL(text)', []],
  ])('is asked of %s', (code, names) => {
    expect(findNewer('a.js', code)).toEqual(names);
  });

  it('is known to the compiler where a name alone does not tell', () => {
    const day = new Set<number>();
    // @ts-expect-error methods of sets are newer
    expect(() => day.union(day)).toBeTypeOf('function');
    // @ts-expect-error methods of iterators are newer
    expect(() => day.values().map(String)).toBeTypeOf('function');
  });
});

/** @shows MD3.4 */
it('the focus is drawn without :has', () => {
  const classes = globSync('src/app/**/*.tsx').filter((path) =>
    readFileSync(path, 'utf8').includes('has-focus-visible:'),
  );
  expect(classes, 'Firefox 115 draws no focus by `has-focus-visible`').toEqual([]);
  const styles = globSync('src/app/**/*.css').map((path) => readFileSync(path, 'utf8'));
  const cards = styles.find((style) => style.includes('.option-card:has(:focus-visible)')) ?? '';
  const [, known = ''] = /@supports selector\(:has\(\*\)\) (\{[\s\S]*?\n  \})/.exec(cards) ?? [];
  expect(known).toContain('outline: none');
  expect(cards.replace(known, '')).not.toContain('outline: none');
});

const OF_2009 = new RegExp(
  `^(Program|\\w+Statement|VariableDeclarator|Identifier|Literal|\\w+Expression|SwitchCase|CatchClause|` +
    'Property|FunctionDeclaration|VariableDeclaration)$',
);
const LATER = /^(Arrow|Await|Yield|Import|Class|Chain|Tagged|MetaProperty)/;

/** @shows MD3.3 */
it('the script for browsers below the floor runs in browsers of 2009', () => {
  const { program } = parseSync('a.js', OLD_BROWSER_SCRIPT);
  const nodes = [...nodesOf(program as unknown as Node)].map(([node]) => node);
  expect(nodes.map(({ type }) => type).filter((type) => !OF_2009.test(type) || LATER.test(type))).toEqual([]);
  expect(nodes.filter(({ kind }) => kind === 'let' || kind === 'const')).toEqual([]);
});
