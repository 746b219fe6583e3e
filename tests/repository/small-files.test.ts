import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findUnearnedFiles } from '../../scripts/ladder/small-files.ts';

const ROOT = join(import.meta.dirname, '../..');
const files = globSync(['src/**/*.{ts,tsx}', 'tests/**/*.ts'], { cwd: ROOT })
  .filter((path) => !path.startsWith('src/i18n/'))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

const PLAN = 'src/modules/billing/refunds/refund-plan.ts';
const STEPS = 'src/modules/billing/refunds/plan-steps.ts';
const imports = (path: string) => `import { steps } from '#${path.slice('src/'.length)}';\n`;
const plan = { path: PLAN, text: imports(STEPS) };
const steps = { path: STEPS, text: 'export const steps = 3;\n' };
const namesOf = (some: { path: string; text: string }[]) => findUnearnedFiles(some).map(({ path }) => path);

describe('a file earns its name', () => {
  it('in this repository: two importers, a test, forty lines, or a kind of its own', () => {
    expect(files.length).toBeGreaterThan(900);
    expect(findUnearnedFiles(files)).toEqual([]);
  });

  it('and one that does not is named with the file it belongs into', () => {
    expect(findUnearnedFiles([plan, steps])).toEqual([{ path: STEPS, importer: PLAN }]);
  });

  it('by a second importer', () => {
    const second = { path: 'src/modules/billing/refunds/refund-denial.ts', text: imports(STEPS) };
    expect(namesOf([plan, steps, second])).toEqual([]);
  });

  it('by a test of its own', () => {
    const test = { path: 'src/modules/billing/refunds/plan-steps.test.ts', text: imports(STEPS) };
    expect(namesOf([plan, steps, test])).toEqual([]);
  });

  it('by forty lines, not by thirty-nine', () => {
    const withLines = (count: number) => [
      plan,
      { path: STEPS, text: 'export const steps = 3;\n'.repeat(count) },
    ];
    expect(namesOf(withLines(39))).toEqual([STEPS]);
    expect(namesOf(withLines(40))).toEqual([]);
  });

  it('by being of another kind than the file that uses it', () => {
    const queries = { ...steps, path: 'src/modules/billing/refunds/refunds.queries.ts' };
    const service = {
      path: 'src/modules/billing/refunds/refunds.service.ts',
      text: imports(queries.path),
    };
    expect(namesOf([service, queries])).toEqual([]);
  });

  it('by standing in another module than the file that uses it', () => {
    const paper = { path: 'src/modules/documents/receipt.ts', text: imports(STEPS) };
    expect(namesOf([paper, steps])).toEqual([]);
  });

  it('by exporting nothing: it runs for its effect, where it is imported', () => {
    expect(namesOf([plan, { path: STEPS, text: "Reflect.set(globalThis, 'steps', 3);\n" }])).toEqual([]);
  });
});
