/**
 * How long a rehearsal of 200 families and a year takes (RP5.3, goal: 3 minutes on two cores), and the median
 * answer of the portal while the rehearsal plays beside the same calls before and after (RP5.5, goal: less
 * than a fifth more). Ends with 1 where a goal is missed. The portal has the demo.
 * Run: npm run bench:rehearsal -- [--families 200] [--children 1]
 */
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { staff, STAFF_PASSWORD } from '#db/demo/people.ts';
import { MINUTE_MS } from '#kit/durations.ts';
import { httpClient } from '#tests/support/portal/http-client.ts';
import type { PortalProcess } from '#tests/support/portal/portal-process.ts';
import { settingsOf } from '#tests/support/rehearsals/a-rehearsal.ts';
import { parseOptions } from '../scripts/command/swallowed-options.ts';
import { withPortal } from './with-portal.ts';

const { values: flags } = parseOptions({
  options: {
    families: { type: 'string', default: '200' },
    children: { type: 'string', default: '1' },
  },
});

const GOAL_MS = 3 * MINUTE_MS;
const GOAL_RATIO = 1.2;
const PAUSE_MS = 20;
const CALLS_APART = 300;

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

await withPortal(bench, { script: 'scripts/start.js', env: { REQUESTS_PER_TOKEN: '0' } });

async function bench(portal: PortalProcess): Promise<void> {
  const http = httpClient(portal.url);
  const { email } = staff.find(({ role }) => role === 'userRoleSuperAdmin')!;
  const [{ access_token: token }] = (
    await http.call({ method: 'POST', path: '/login', body: { email, password: STAFF_PASSWORD } })
  ).items;
  const read = (path: string) => http.call({ method: 'GET', path, token });
  const [season] = (await read('/admin/seasons')).items;
  const paths = [
    '/admin/today',
    '/admin/orders',
    '/admin/users/parents',
    `/admin/seasons/${season.id}/board`,
  ];

  /** The median of calls one after the other, with pauses, until `isOver`. */
  const measure = async (isOver: (calls: number) => boolean): Promise<number> => {
    const tookMs: number[] = [];
    while (!isOver(tookMs.length)) {
      const begun = performance.now();
      await read(paths[tookMs.length % paths.length]!);
      tookMs.push(performance.now() - begun);
      await sleep(PAUSE_MS);
    }
    return median(tookMs);
  };
  const apart = () => measure((calls) => calls >= CALLS_APART);

  await apart();
  const before = await apart();
  const begun = performance.now();
  const body = settingsOf(season.id, {
    families: Number(flags.families),
    children: Number(flags.children),
    bank: 40,
    declines: 5,
    returns: 3,
    aid: 5,
    cancels: 3,
  });
  const [{ id }] = (await http.call({ method: 'POST', path: '/admin/rehearsals', body, token })).items;
  const last = { state: 'playing' };
  const watching = (async () => {
    while (last.state === 'playing') {
      await sleep(1_000);
      [{ state: last.state }] = (await read(`/admin/rehearsals/${id}`)).items;
    }
    return performance.now() - begun;
  })();
  const during = await measure(() => last.state !== 'playing');
  const tookMs = await watching;
  const after = await apart();
  tell({ state: last.state, tookMs, during, apart: (before + after) / 2 });
}

type Figures = { state: string; tookMs: number; during: number; apart: number };

function tell({ state, tookMs, during, apart }: Figures): void {
  const ratio = during / apart;
  console.log(`load of the machine ${loadavg()[0]!.toFixed(1)}, the rehearsal is ${state}\n`);
  console.log('| what | figure | goal |\n|---|--:|--:|');
  console.log(
    `| ${flags.families} families and a year, s | ${(tookMs / 1000).toFixed(0)} | ${GOAL_MS / 1000} |`,
  );
  console.log(`| median answer apart, ms | ${apart.toFixed(1)} | |`);
  console.log(`| median answer while it plays, ms | ${during.toFixed(1)} | |`);
  console.log(`| the one by the other | ${ratio.toFixed(2)} | ${GOAL_RATIO} |`);
  if (state !== 'done' || tookMs > GOAL_MS || ratio > GOAL_RATIO) process.exitCode = 1;
}
