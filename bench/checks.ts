/**
 * How long all checks of a season take, in memory (SE6.1, goal: 50 ms for 200 routes). Beside stands
 * the bound of the machine: the same objects as JSON, written and read once.
 * Run: npm run bench:checks -- [--routes 200]
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedDemo } from '#db/demo/seed-demo.service.ts';
import { checksOf } from '#modules/catalog/checks/season-checks.ts';
import { seasonView, type CatalogOfChecks } from '#modules/catalog/checks/season-view.ts';
import { OBJECT_KINDS, type ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import { readAllObjects } from '#modules/catalog/objects/objects.queries.ts';
import { readConfig } from '#platform/config/config.ts';
import { silentLog } from '#platform/log/log.ts';
import { openAppContext } from '#server/open-app-context.ts';
import { parseOptions } from '../scripts/command/swallowed-options.ts';

const { values: flags } = parseOptions({ options: { routes: { type: 'string', default: '200' } } });
const GOAL_MS = 50;
const TIMES = 15;

type Row = { id: number; route_id?: number; name?: string };

const PARTS: readonly ObjectKind[] = ['payment_term', 'addon', 'discount'];

/** The season with copies of its routes, each with the terms, add-ons and discounts of the route. */
function grown(catalog: CatalogOfChecks, n: number): CatalogOfChecks {
  const rows = new Map(OBJECT_KINDS.map((kind) => [kind, [...(catalog.rowsOf(kind) as Row[])]]));
  const routes = rows.get('route')!.slice();
  for (let copy = routes.length; copy < n; copy += 1) {
    const of = routes[copy % routes.length]!;
    const id = 1_000_000 + copy;
    rows.get('route')!.push({ ...of, id, name: `${of.name} ${copy}` });
    for (const kind of PARTS)
      for (const part of (catalog.rowsOf(kind) as Row[]).filter(({ route_id }) => route_id === of.id))
        rows.get(kind)!.push({ ...part, id: id + part.id * 10_000_000, route_id: id });
  }
  return { options: catalog.options, rowsOf: (kind) => rows.get(kind)! };
}

function medianMs(run: () => unknown): number {
  const all = Array.from({ length: TIMES }, () => {
    const begun = performance.now();
    run();
    return performance.now() - begun;
  });
  return all.toSorted((a, b) => a - b)[Math.floor(TIMES / 2)]!;
}

const dataDir = mkdtempSync(join(tmpdir(), 'schoolrun-checks-'));
chmodSync(dataDir, 0o755);
const { context, close } = await openAppContext(readConfig({ DATA_DIR: dataDir }), silentLog(), 'tool');
try {
  await seedDemo(context);
  const catalog = grown(await context.db.transaction(readAllObjects), Number(flags.routes));
  const periods = catalog.rowsOf('period') as { id: number; starts_on: string }[];
  const { id } = periods.toSorted((a, b) => b.starts_on.localeCompare(a.starts_on))[0]!;
  const { clock } = context;
  const moment = { today: clock.today(), now: clock.now() };
  const facts = {
    ...moment,
    drawn: new Set<string>(),
    waiting: new Map(),
    awarded: new Set<number>(),
    missing_files: new Set<string>(),
  };
  const find = () => checksOf(seasonView(catalog, id)!, facts);
  const bound = medianMs(() => JSON.parse(JSON.stringify(OBJECT_KINDS.map(catalog.rowsOf))));
  console.log('| what | routes | checks found | ms |\n|---|--:|--:|--:|');
  console.log(`| the same objects as JSON and back | ${flags.routes} | | ${bound.toFixed(1)} |`);
  const ms = medianMs(find).toFixed(1);
  console.log(`| **all checks** (goal < ${GOAL_MS} ms) | ${flags.routes} | ${find().length} | ${ms} |`);
} finally {
  await close();
  rmSync(dataDir, { recursive: true });
}
