/**
 * How long a change set of many changes takes: half of the changes add terms, half change prices
 * of terms that are there (SE3.5, goal: 3 s). The effects of the same changes are told before they are
 * saved, for terms that families may choose too (SE5.4, goal: 1 s).
 * Run: npm run bench:change-sets -- [--changes 5000]
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedDemo } from '#db/demo/seed-demo.service.ts';
import { OFFICE } from '#kit/endpoint/right.ts';
import { applyChanges, findProblems, momentOf } from '#modules/catalog/changes/apply-changes.service.ts';
import type { Change } from '#modules/catalog/changes/change.ts';
import { effectsOf } from '#modules/catalog/changes/effects.service.ts';
import { readObjects, rowsOf } from '#modules/catalog/changes/working-objects.service.ts';
import { effectsTeller } from '#modules/office/effects/effects.service.ts';
import { readConfig } from '#platform/config/config.ts';
import { silentLog } from '#platform/log/log.ts';
import type { AppContext } from '#server/app-context.ts';
import { openAppContext } from '#server/open-app-context.ts';
import { parseOptions } from '../scripts/command/swallowed-options.ts';

const { values: flags } = parseOptions({ options: { changes: { type: 'string', default: '5000' } } });
const half = Math.ceil(Number(flags.changes) / 2);
const GOAL_S = 3;
const EFFECTS_GOAL_S = 1;

const aTerm = (n: number, deposit: number, is_admin_only = true) => ({
  name: `Term ${n}`,
  identifier: `BENCH-${n}`,
  payment_term_type: 'paymentTermTypeFull',
  deposit,
  amount: 0,
  number_payments: 1,
  is_admin_only,
});

async function secondsOf({ db, clock }: AppContext, changes: readonly Change[]) {
  const begun = performance.now();
  const { rows } = await db.transaction((tx) =>
    applyChanges(tx, momentOf(clock), { changes, source: 'bulk', staff: undefined }),
  );
  return { rows, seconds: (performance.now() - begun) / 1000 };
}

/** Seconds for the effects alone, of changes that are staged and not saved. */
async function secondsOfEffects(context: AppContext, changes: readonly Change[]) {
  const { db, clock } = context;
  return db.transaction(async (tx) => {
    const objects = await readObjects(tx, clock.now());
    await findProblems(tx, { objects, changes }, { ...momentOf(clock), areChecked: false });
    const begun = performance.now();
    const tellEffects = effectsTeller(context);
    const told = await effectsOf(tx, { objects, reader: OFFICE, tellEffects });
    return { told: told.length, seconds: (performance.now() - begun) / 1000 };
  });
}

const dataDir = mkdtempSync(join(tmpdir(), 'schoolrun-change-sets-'));
chmodSync(dataDir, 0o755);
const { context, close } = await openAppContext(readConfig({ DATA_DIR: dataDir }), silentLog(), 'tool');
try {
  await seedDemo(context);
  const objects = await context.db.transaction((tx) => readObjects(tx, context.clock.now()));
  const routes = [...rowsOf(objects, 'route').keys()];
  const created = (from: number, isForStaff = true): Change[] =>
    Array.from({ length: half }, (_, n) => ({
      op: 'create',
      kind: 'payment_term',
      parent: routes[n % routes.length]!,
      key: `#${n + 1}`,
      fields: aTerm(from + n, 1000, isForStaff),
    }));
  const first = await secondsOf(context, created(0));
  const changed = first.rows.map(({ kind, id, version }): Change => {
    const fields = { deposit: 1200 };
    return { op: 'update', kind, id, version: version!, fields };
  });
  const forStaff = await secondsOfEffects(context, [...created(half), ...changed]);
  const forFamilies = await secondsOfEffects(context, [...created(half, false), ...changed]);
  const both = await secondsOf(context, [...created(half), ...changed]);
  console.log('| what | changes | s |\n|---|--:|--:|');
  console.log(`| terms added | ${half} | ${first.seconds.toFixed(2)} |`);
  console.log(
    `| **terms added and changed** (goal < ${GOAL_S} s) | ${half * 2} | ${both.seconds.toFixed(2)} |`,
  );
  for (const [what, { told, seconds }] of Object.entries({ staff: forStaff, families: forFamilies })) {
    const row = `**${told} effects told of terms for ${what}** (goal < ${EFFECTS_GOAL_S} s)`;
    console.log(`| ${row} | ${half * 2} | ${seconds.toFixed(2)} |`);
  }
} finally {
  await close();
  rmSync(dataDir, { recursive: true });
}
