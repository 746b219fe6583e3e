import { describe, expect, it } from 'vitest';
import * as catalog from '#modules/catalog/catalog.contract.ts';
import { divideImports, lightExports, lightModule } from './light-calls.ts';

describe('what the browser is given of a contract', () => {
  it('is name, method and path of each call, and no shape', () => {
    const text = lightModule(catalog);
    expect(text).toContain(
      'export const readServerInfo = {"name":"readServerInfo","method":"GET","path":"/server/info"};',
    );
    expect(text).not.toContain('programShape');
  });

  it('has constants that are plain data, and no functions', () => {
    const kept = lightExports({ SIZES: [1, 2], LABELS: { a: 'A' }, isBig: () => true, at: new Date() });
    expect([...kept.keys()]).toEqual(['SIZES', 'LABELS']);
  });
});

describe('a file that imports from a contract', () => {
  const isLight = (_: string, name: string) => name.startsWith('list');

  it('gets calls from the short copy and shapes from the contract', () => {
    const text =
      "import {\n  listRoutes,\n  type Route,\n  routeShape,\n} from '#modules/a/b.contract.ts';\nx();";
    expect(divideImports(text, isLight)).toBe(
      "import { listRoutes } from '#modules/a/b.contract.ts?calls';" +
        "import { routeShape } from '#modules/a/b.contract.ts';\nx();",
    );
  });

  it('keeps the name that it gives to a call', () => {
    const text = "import { listRoutes as routes } from '#modules/a/b.contract.ts';";
    expect(divideImports(text, isLight)).toContain(
      "{ listRoutes as routes } from '#modules/a/b.contract.ts?calls'",
    );
  });

  it.each([
    "import type { Route } from '#modules/a/b.contract.ts';",
    "import { routeShape } from '#modules/a/b.contract.ts';",
    "import { listRoutes } from './b.contract.ts';",
  ])('stays as it is: %s', (text) => {
    expect(divideImports(text, isLight)).toBe(text);
  });
});
