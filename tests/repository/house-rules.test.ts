import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { variables } from '#platform/config/variables.ts';
import { checkLadder } from '../../scripts/ladder/check-ladder.ts';
import { linesOf } from '../../scripts/ladder/source-text.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const list = (...patterns: string[]) =>
  globSync(patterns, { cwd: ROOT }).filter((path) => !path.startsWith('src/i18n/'));

const sources = list('src/**/*.{ts,tsx}');
const tests = list('src/**/*.test.{ts,tsx}', 'tests/**/*.ts');
const ours = [...new Set([...sources, ...tests, ...list('scripts/**/*.ts', 'bench/**/*.ts')])];

describe('the ladder', () => {
  it('holds', () => {
    expect(checkLadder(ROOT).violations).toEqual([]);
  });

  it('is held against every source file there is', () => {
    const report = checkLadder(ROOT);
    expect(report.filesRead).toBe(sources.filter((path) => !path.includes('.test.')).length);
    expect(report.filesRead).toBeGreaterThan(150);
    expect(report.importsRead).toBeGreaterThan(report.filesRead);
  });
});

describe('a planted violation', () => {
  const root = mkdtempSync(join(tmpdir(), 'schoolrun-ladder-'));
  afterAll(() => rmSync(root, { recursive: true }));

  const checkWith = (files: Record<string, string>) => {
    rmSync(join(root, 'src'), { recursive: true, force: true });
    for (const [path, source] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), source);
    }
    return checkLadder(root).violations.join('\n');
  };

  it.each([
    ['src/kit/money.ts', "import type { Config } from '#platform/config/config.ts';", 'kit knows nothing'],
    ['src/kit/money.ts', "import { readFileSync } from 'node:fs';", 'pure packages only'],
    [
      'src/db/tables/orders/orders.ts',
      "export * from '../../modules/orders/selection.ts';",
      'tables know kit',
    ],
    [
      'src/db/tables/orders/orders.ts',
      "import { m } from '#platform/mail/mail.states.ts';",
      'tables know kit',
    ],
    [
      'src/modules/orders/order.states.ts',
      "import { orderRefusals } from './orders.refusals.ts';",
      'states know only states',
    ],
    [
      'src/platform/mail/mailer.ts',
      "import { place } from '#modules/orders/orders.service.ts';",
      'platform knows no business',
    ],
    [
      'src/modules/orders/orders.service.ts',
      "import { orders } from '#db/tables/orders/orders.ts';",
      'only queries see tables',
    ],
    [
      'src/modules/orders/orders.service.ts',
      "import { eq } from 'drizzle-orm';",
      'one door to each outside thing',
    ],
    [
      'src/modules/orders/orders.service.ts',
      "import { find } from '../students/students.queries.ts';",
      'queries are private',
    ],
    [
      'src/modules/orders/orders.routes.ts',
      "import { find } from './orders.queries.ts';",
      'edges call services',
    ],
    [
      'src/modules/orders/orders.queries.ts',
      "import { place } from './orders.service.ts';",
      'imports go down the ladder',
    ],
    [
      'src/modules/orders/checkout/selection.ts',
      "const late = await import('./orders.service.ts');",
      'imports go down the ladder',
    ],
    [
      'src/modules/billing/billing-context.service.ts',
      "import { place } from '../orders/orders.service.ts';",
      'modules keep their order',
    ],
    [
      'src/modules/orders/checkout/selection.ts',
      "import { systemClock } from '#platform/clock/clock.ts';",
      'pure files stay pure',
    ],
    ['src/modules/orders/checkout/selection.ts', "import pg from 'pg';", 'pure packages only'],
    [
      'src/modules/orders/orders.service.ts',
      "import { buildApp } from '#server/build-app.ts';",
      'modules do not know who serves them',
    ],
    [
      'src/modules/office/admin.service.ts',
      "import { register } from '../orders/orders.routes.ts';",
      'edges are nobody’s',
    ],
    [
      'src/app/root.tsx',
      "import { place } from '#modules/orders/orders.service.ts';",
      'the app reaches the server over HTTP',
    ],
    ['src/app/root.tsx', "import { join } from 'node:path';", 'no server packages in the app'],
    ['src/server/main.ts', "import { Button } from '#app/ui/button.tsx';", 'nobody knows the app'],
    [
      'src/modules/billing/billing-context.service.ts',
      "import Stripe from 'stripe';",
      'one door to each outside thing',
    ],
    [
      'src/modules/billing/methods/methods.ts',
      "import { charge } from '../charges/charge.ts';",
      'rooms keep',
    ],
    ['src/modules/billing/billing.contract.ts', "import { card } from './methods/card.ts';", 'rooms keep'],
    [
      'src/modules/billing/attic/old.ts',
      "import { card } from '../billing-context.service.ts';",
      'rooms are listed',
    ],
    [
      'src/app/orders/total.tsx',
      "import { Page } from '#app/routes/orders/page.tsx';",
      'shared folders of the app',
    ],
    ['src/app/ui/card.tsx', "import { useAuth } from '#app/auth/use-auth.ts';", 'the design system'],
  ])('in %s is seen: %s', (path, source, name) => {
    expect(checkWith({ [path]: source })).toContain(name);
  });

  it('of two files that import each other is seen', () => {
    const circle = checkWith({
      'src/kit/a.ts': "import type { B } from './b.ts';",
      'src/kit/b.ts': "export { a } from './a.ts';",
    });
    expect(circle).toContain('src/kit/a.ts <-> src/kit/b.ts: no cycles');
  });

  it('ends npm run check with 1', () => {
    checkWith({ 'src/kit/money.ts': "import 'node:fs';" });
    const run = spawnSync('node', [join(ROOT, 'scripts/ladder.ts'), root], { encoding: 'utf8' });
    expect([run.status, run.stderr]).toEqual([1, expect.stringContaining('src/kit/money.ts -> node:fs')]);
  });

  it('is not seen where a table imports a list of states', () => {
    const table = {
      'src/db/tables/orders/orders.ts': "import { STATES } from '#modules/orders/order.states.ts';",
    };
    expect(checkWith(table)).toBe('');
  });

  it('is no harm where a file names only the shape of a port', () => {
    expect(
      checkWith({
        'src/modules/billing/moves.ts': "import type { Outcome } from '#platform/payments/gateway.ts';",
      }),
    ).toBe('');
  });
});

describe('the repository', () => {
  const offenders = (paths: string[], isWrong: (path: string) => boolean) => paths.filter(isWrong);

  it('has no file over 300 lines, no test over 500', () => {
    expect(
      offenders(ours, (path) => linesOf(read(path)).length > (tests.includes(path) ? 500 : 300)),
    ).toEqual([]);
  });

  // The second text of a key would be read in place of the first.
  it('has one text for each key of the messages', () => {
    const keys = list('messages/en/*.json').flatMap((path) =>
      linesOf(read(path)).flatMap((line) => /^  "(\w+)":/.exec(line)?.slice(1) ?? []),
    );
    expect(keys.length).toBeGreaterThan(3000);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  it('has no line over 110 characters', () => {
    const long = ours.flatMap((path) =>
      linesOf(read(path)).flatMap((line, at) => (line.length > 110 ? [`${path}:${at + 1}`] : [])),
    );
    expect(long).toEqual([]);
  });

  it('reads the time in one place', () => {
    const elsewhere = /\.test\.|^src\/(app|platform\/clock|kit\/plain-date)/;
    const held = sources.filter((path) => !elsewhere.test(path));
    expect(offenders(held, (path) => /new Date\(\)|Date\.now\(\)/.test(read(path)))).toEqual([]);
  });

  it('reads the environment in one place', () => {
    const held = sources.filter(
      (path) =>
        !/\.test\.|^src\/(server\/main\.ts|app\/|brand\/brand-folder\.ts|platform\/config\/)/.test(path),
    );
    expect(offenders(held, (path) => /process\.env\b/.test(read(path)))).toEqual([]);
  });

  it('keeps nothing in a session of the database, which is another one in the next transaction (H20)', () => {
    const held = sources.filter(
      (path) => !/\.test\.|^src\/platform\/db\/(migrate|embedded\/folder-locks)\.ts$/.test(path),
    );
    const kept = /pg_(try_)?advisory_(un)?lock(_shared|_all)?\(|`\s*(set (?!local)\w+\s*(=|to)|listen )/i;
    expect(offenders(held, (path) => kept.test(read(path)))).toEqual([]);
  });

  it('names files after what they are, in kebab-case', () => {
    const isOdd = (path: string) => !/^[$a-z0-9]+(?:[-.][a-z0-9]+)*$/.test(basename(path));
    expect(
      offenders(ours, (path) => isOdd(path) || /\b(utils?|helpers?|common|manager|index)\.tsx?$/.test(path)),
    ).toEqual([]);
  });

  it('leaves nothing for later and skips no test', () => {
    const marks = /TOD[O]|FIXM[E]|\b(it|test|describe)\.(skip|only|tod[o])\b/;
    expect(offenders(ours, (path) => marks.test(read(path)))).toEqual([]);
  });

  it('runs on Node as it is: no JSX where the server loads, nothing that only a compiler understands', () => {
    expect(offenders(sources, (path) => path.endsWith('.tsx') && !path.startsWith('src/app/'))).toEqual([]);
    expect(
      offenders(sources, (path) => /^\s*(export )?(declare )?(const )?enum \w/m.test(read(path))),
    ).toEqual([]);
  });

  it('locks every package that another machine needs, so that npm ci works there', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { optionalDependencies?: object }>;
    };
    const locked = new Set(
      Object.keys(packages).map((path) =>
        path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      ),
    );
    const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies),
    );
    expect(wanted.filter((name) => !locked.has(name))).toEqual([]);
  });

  it('describes every environment variable to whoever runs it', () => {
    const page = read('docs/operations.md');
    for (const { name, fallback, about } of Object.values(variables)) {
      expect(page).toContain(`| \`${name}\` | ${fallback ? `\`${fallback}\`` : ''} | ${about()} |`);
    }
  });
});
