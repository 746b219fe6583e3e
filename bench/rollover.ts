/**
 * How long a page of the rows of a roll-over takes, and the making of its draft season (SE9.9, goals: 100 ms
 * and 5 s for 200 routes with four terms each). The bound is a change set of as many new terms.
 * Run: npm run bench:rollover -- [--routes 200]
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { seedDemo } from '#db/demo/seed-demo.service.ts';
import { RIGHTS } from '#kit/endpoint/right.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { applyChanges, momentOf } from '#modules/catalog/changes/apply-changes.service.ts';
import type { Change } from '#modules/catalog/changes/change.ts';
import { makeRollover } from '#modules/catalog/planning/make-rollover.service.ts';
import { listRows } from '#modules/catalog/planning/rollover-rows.service.ts';
import { editRows, openRollover } from '#modules/catalog/planning/rollover.service.ts';
import { readConfig } from '#platform/config/config.ts';
import { silentLog } from '#platform/log/log.ts';
import type { AppContext } from '#server/app-context.ts';
import { openAppContext } from '#server/open-app-context.ts';
import { parseOptions } from '../scripts/command/swallowed-options.ts';

const { values: flags } = parseOptions({ options: { routes: { type: 'string', default: '200' } } });
const ROUTES = Number(flags.routes);
const TERMS = 4;

const rowsOf = async ({ db }: AppContext, query: string): Promise<{ id: string }[]> =>
  (await db.execute<{ id: string }>(sql.raw(query))).rows;
const idOf = async (context: AppContext, query: string) => Number((await rowsOf(context, query))[0]!.id);

async function makeSeason(context: AppContext): Promise<{ season_id: number; route_id: number }> {
  const season_id = await idOf(
    context,
    `insert into periods (name, text, starts_on, ends_on)
     values ('2040', '2040–2041', '2040-09-01', '2041-06-20') returning id`,
  );
  const sold = await idOf(
    context,
    `insert into period_programs (period_id, program_id, is_active, is_photo_required,
       allow_student_exit_bus_alone, has_pickup_location, accept_financial_aid)
     select ${season_id}, min(id), true, false, false, false, false from programs returning id`,
  );
  const route_id = await idOf(
    context,
    `insert into routes (period_program_id, name, text_before, text_after, has_pickup_location,
       has_surge_pricing, position)
     select ${sold}, 'Route ' || n, '', '', false, false, n
     from generate_series(1, ${ROUTES}) n returning id`,
  );
  await rowsOf(
    context,
    `insert into payment_terms (route_id, name, identifier, payment_term_type_id, deposit_cents,
       amount_cents, number_payments, is_admin_only)
     select r.id, 'Term ' || n, 'T' || r.id || '-' || n, o.id, 400000, 0, 1, false
     from routes r, generate_series(1, ${TERMS}) n, options o
     where r.period_program_id = ${sold} and o.key = 'paymentTermTypeFull' returning id`,
  );
  return { season_id, route_id };
}

async function aSuperAdmin(context: AppContext): Promise<Viewer> {
  const user_id = await idOf(context, 'select min(user_id) as id from user_roles');
  return { user_id, roles: [], rights: new Set(RIGHTS), impersonator_id: null, session_id: 'bench' };
}

async function secondsOf<T>(work: () => Promise<T>): Promise<{ done: T; seconds: number }> {
  const begun = performance.now();
  const done = await work();
  return { done, seconds: (performance.now() - begun) / 1000 };
}

const dataDir = mkdtempSync(join(tmpdir(), 'schoolrun-rollover-'));
chmodSync(dataDir, 0o755);
const { context, close } = await openAppContext(readConfig({ DATA_DIR: dataDir }), silentLog(), 'tool');
try {
  await seedDemo(context);
  const { db, clock } = context;
  const { season_id, route_id } = await makeSeason(context);
  const staff = await aSuperAdmin(context);
  const opened = await db.transaction((tx) => openRollover(tx, { clock }, staff, { season_id }));
  const edits = opened.objects.map(({ ref }) => ({ ref, field: null, included: true }));
  const { version } = opened;
  await db.transaction((tx) => editRows(tx, { clock }, staff, { season_id, version, edits }));
  const asked = { season_id, part: 'values', filter: 'all', after: 0, limit: 50 } as const;
  const page = await secondsOf(() => db.transaction((tx) => listRows(tx, clock, staff, asked)));
  const seen = await db.transaction(async (tx) => {
    const { answer } = await makeRollover(tx, clock, staff, { season_id });
    return answer.hash;
  });
  const made = await secondsOf(() =>
    db.transaction((tx) => makeRollover(tx, clock, staff, { season_id, seen })),
  );
  const terms = Array.from({ length: ROUTES * (TERMS + 1) }, (_, n): Change => {
    const fields = {
      name: `Bound ${n}`,
      identifier: `BOUND-${n}`,
      payment_term_type: 'paymentTermTypeFull',
      deposit: 1000,
      amount: 0,
      number_payments: 1,
      is_admin_only: true,
    };
    return { op: 'create', kind: 'payment_term', parent: route_id, key: `#${n + 1}`, fields };
  });
  const bound = await secondsOf(() =>
    db.transaction((tx) =>
      applyChanges(tx, momentOf(clock), { changes: terms, source: 'bulk', staff: undefined }),
    ),
  );
  const { routes, values, objects } = made.done.answer;
  console.log('| what | objects | s |\n|---|--:|--:|');
  console.log(`| a page of rows (goal < 0.1 s) | 50 | ${page.seconds.toFixed(3)} |`);
  const what = `**a draft season of ${routes} routes and ${values} prices** (goal < 5 s)`;
  console.log(`| ${what} | ${objects} | ${made.seconds.toFixed(2)} |`);
  console.log(`| a change set of as many new terms | ${terms.length} | ${bound.seconds.toFixed(2)} |`);
} finally {
  await close();
  rmSync(dataDir, { recursive: true });
}
