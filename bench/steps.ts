/**
 * How long the server takes for what each step of the wizard asks: `npm run bench:steps -- [--families 60]`.
 * A step's calls that the browser sends together are sent together; families come one after another, so that
 * the figures are those of an answer and not of a queue. Each step stands beside GET /api/health of the same
 * run: what a call costs that does next to nothing. The bar is 100 ms a step.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '#platform/db/database.ts';
import { silentLog } from '#platform/log/log.ts';
import { checkoutByCard, findForSale, HM_LOWER_TWO_PAYMENTS } from '#tests/support/forms/checkout-body.ts';
import { httpClient, type HttpClient } from '#tests/support/portal/http-client.ts';
import { databaseUrlOf, vaultOf } from '#tests/support/portal/data-folder-database.ts';
import { startPortalProcess } from '#tests/support/portal/portal-process.ts';
import { prepareFamilies, type PreparedFamily } from '#tests/support/portal/prepared-families.ts';
import { anAddressForm, aStudentForm } from '#tests/support/forms/student-form.ts';

const { values: flags } = parseArgs({ options: { families: { type: 'string', default: '60' } } });
const WARM_UP = 10;

type Call = Parameters<HttpClient['call']>[0];

/** The calls of one step: those of an inner list go out together, one list after the other. */
type Step = { name: string; calls: (family: PreparedFamily) => Call[][] };

const get =
  (path: string) =>
  (family?: PreparedFamily): Call => ({ method: 'GET', path, token: family?.token });
const all = (family: PreparedFamily, ...calls: ReturnType<typeof get>[]) => calls.map((one) => one(family));

type ForSale = Awaited<ReturnType<typeof findForSale>>;

/** What the wizard asks up to the student, by step. */
function firstSteps(school: { id: number; current_period_id: number }, forSale: ForSale): Step[] {
  const address = (token: string): Call => ({
    method: 'POST',
    path: '/address',
    token,
    body: anAddressForm(),
  });
  const student = (token: string): Call => ({
    method: 'POST',
    path: '/student',
    token,
    body: aStudentForm(),
  });
  return [
    { name: 'health', calls: () => [[{ method: 'GET', path: '/health' }]] },
    {
      name: 'landing page',
      calls: (f) => [
        all(f, get('/server/info'), get('/program_group_path/get/path/hm')),
        all(f, get(`/period/program_group/read/all/${school.current_period_id}/${school.id}`)),
      ],
    },
    {
      name: '0 terms',
      calls: (f) => [
        all(f, get(`/program/read/all/${school.id}`), get('/product')),
        all(f, get(`/period/program/read/all/${school.current_period_id}/${forSale.program_id}`)),
      ],
    },
    { name: '1 student: lists', calls: (f) => [all(f, get('/student'), get('/address'))] },
    { name: '1 student: save', calls: (f) => [[address(f.token)], [student(f.token)]] },
  ];
}

async function stepsOf(http: HttpClient): Promise<Step[]> {
  const read = async (path: string) => (await http.call({ method: 'GET', path })).items;
  const forSale = await findForSale(http, HM_LOWER_TWO_PAYMENTS);
  const [school] = await read('/program_group_path/get/path/hm');
  const [periodProgram] = await read(
    `/period/program/read/all/${school.current_period_id}/${forSale.program_id}`,
  );
  const body = ({ student_id }: PreparedFamily) =>
    checkoutByCard(forSale, student_id, '4242424242424242') as { contract: object };
  return [
    ...firstSteps(school, forSale),
    { name: '2 program', calls: (f) => [all(f, get(`/program/grade/read/all/${forSale.program_id}`))] },
    {
      name: '3 route',
      calls: (f) => [
        all(f, get(`/route/read/all/${periodProgram.id}/1`), get('/accounting/payment-methods/read/all')),
      ],
    },
    {
      name: '3 route: keep a seat',
      calls: (f) => [
        [
          {
            method: 'POST',
            path: `/route/${forSale.route_id}/hold`,
            token: f.token,
            body: { student_id: f.student_id },
          },
        ],
      ],
    },
    {
      name: '4 checkout: quote',
      calls: (f) => [
        [{ method: 'POST', path: '/order/quote', token: f.token, body: { contract: body(f).contract } }],
      ],
    },
    {
      name: '4 checkout: sign and pay',
      calls: (f) => [[{ method: 'POST', path: '/order', token: f.token, body: body(f) }]],
    },
  ];
}

async function timeOf(http: HttpClient, step: Step, family: PreparedFamily): Promise<number> {
  const began = performance.now();
  for (const together of step.calls(family)) {
    for (const { status, errors } of await Promise.all(together.map((one) => http.call(one))))
      if (status !== 200) throw new Error(`${step.name}: ${status} ${errors.join(' ')}`);
  }
  return performance.now() - began;
}

const at = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]!;

const dataDir = mkdtempSync(join(tmpdir(), 'schoolrun-steps-'));
chmodSync(dataDir, 0o755);
const portal = await startPortalProcess(dataDir);
const http = httpClient(portal.url);
const { db, close } = openDatabase(databaseUrlOf(dataDir), { log: silentLog(), maxConnections: 2 });
try {
  const steps = await stepsOf(http);
  const times = new Map(steps.map(({ name }) => [name, [] as number[]]));
  const families = await prepareFamilies(
    { db, vault: await vaultOf(dataDir) },
    WARM_UP + Number(flags.families),
  );
  for (const [n, family] of families.entries()) {
    for (const step of steps) {
      const took = await timeOf(http, step, family);
      if (n >= WARM_UP) times.get(step.name)!.push(took);
    }
  }
  const least = at(times.get('health')!, 0.5);
  console.log('| step | p50 ms | p95 ms | of health |\n|---|--:|--:|--:|');
  for (const [name, all] of times) {
    const figures = [at(all, 0.5), at(all, 0.95), at(all, 0.5) / least].map((figure) => figure.toFixed(1));
    console.log(`| ${[name, ...figures].join(' | ')} |`);
  }
} finally {
  http.close();
  await close();
  await portal.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
