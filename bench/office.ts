/**
 * What the back office costs with five seasons of orders: milliseconds at the server of each list, search,
 * board, preview, report and file (p50, p95), beside the bound that it should keep and what bare Fastify
 * takes for as many bytes in the same run. Of each list, the slowest page is told too: the first and the
 * second one under each sort and each delivered view. Ends with 1 where a p50 is more than 10 % above its
 * bound. Tables are filled by the copies of `bench:growth`; each copy is a family of its own.
 * Run: npm run bench:office -- [--orders 100000] [--payments 10] [--routes 200] [--times 15]
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import type { PortalProcess } from '#tests/support/portal/portal-process.ts';
import { openGrowingPortal, type GrowingPortal } from './growth/growing-portal.ts';
import { bodyOf, measureBare, measureCall, type Call, type Measuring } from './growth/measure-call.ts';
import { fillOffice } from './office/fill-office.ts';
import { listCalls, type ListCalls } from './office/office-lists.ts';
import { changeOfContract, newAddons, officeReads } from './office/office-calls.ts';
import { withPortal } from './with-portal.ts';
import { parseOptions } from '../scripts/command/swallowed-options.ts';

const { values: flags } = parseOptions({
  options: {
    orders: { type: 'string', default: '100000' },
    payments: { type: 'string', default: '10' },
    routes: { type: 'string', default: '200' },
    times: { type: 'string', default: '15' },
  },
});
const orders = Number(flags.orders);
const times = Number(flags.times);
/** A figure of a shared machine may be so much above its bound. */
const TOLERANCE = 1.1;
const MANY_CHANGES = 5_000;
const MOST_MEMORY_MB = 100;
const LIST_MS = 100;
const LIST_TIMES = 5;

const missed: string[] = [];

type Figure = { name: string; boundMs: number; p50Ms: number; p95Ms: number; bare: string };

function tell({ name, boundMs, p50Ms, p95Ms, bare }: Figure): void {
  const isMet = p50Ms <= boundMs;
  if (p50Ms > boundMs * TOLERANCE) missed.push(name);
  const figures = [p50Ms.toFixed(1), p95Ms.toFixed(1), boundMs, isMet ? 'yes' : 'no', bare];
  console.log(`| ${[name, ...figures].join(' | ')} |`);
}

await withPortal(bench, { env: { REQUESTS_PER_TOKEN: '0' } });
if (missed.length > 0) {
  console.log(`\nAbove the bound by more than 10 %: ${missed.join(', ')}.`);
  process.exitCode = 1;
}

async function bench(running: PortalProcess, dataDir: string): Promise<void> {
  const options = { routes: Number(flags.routes), payments: Number(flags.payments) };
  const portal = await openGrowingPortal(running, dataDir, options);
  await portal.growTo(orders);
  const order_id = await fillOffice(portal);
  const { http, season_id, user_id, pool, serverPid } = portal;
  const token = portal.tokens.staff;
  const measuring = { token, times, serverPid };
  console.log(`${orders} orders, load of the machine ${loadavg()[0]!.toFixed(1)}\n`);
  console.log('| what | p50 ms | p95 ms | bound ms | met | bare ms |\n|---|--:|--:|--:|---|--:|');

  const tellCall = async (name: string, boundMs: number, call: Call) => {
    const { status } = await http.call({ ...call, token });
    if (status === 404) return console.log(`| ${name} | no such call | | ${boundMs} | | |`);
    const figures = await measureCall(http, call, measuring);
    const bareMs = await measureBare(await bodyOf(running.url, call, token), measuring);
    tell({ name, boundMs, ...figures, bare: bareMs.toFixed(1) });
  };
  for (const { name, boundMs, method, path } of officeReads({ season_id, user_id, order_id }))
    await tellCall(name, boundMs, { method, path });
  for (const calls of listCalls()) await tellList(portal, calls, measuring);
  const basis = await http.call({ method: 'GET', path: `/admin/order/${order_id}/amendments`, token });
  const path = `/admin/order/${order_id}/amendments/preview`;
  await tellCall('amendment preview', 80, { method: 'POST', path, body: changeOfContract(basis.items[0]) });

  await post(portal, `/admin/seasons/${season_id}/rollover`, {});
  await tellCall('roll-over: a page of rows', 100, {
    method: 'GET',
    path: `/admin/seasons/${season_id}/rollover/rows`,
  });
  await tellOnce('roll-over: make', 5000, async () => {
    const make = `/admin/seasons/${season_id}/rollover/make`;
    const { hash } = await post(portal, make, {});
    return () => post(portal, make, { seen: hash });
  });
  const { rows } = await pool.query<{ id: string }>('select id from bench_route_ids');
  const route_ids = rows.map(({ id }) => Number(id));
  const preview = (n: number) => ({
    method: 'POST' as const,
    path: '/admin/catalog/preview',
    body: { changes: newAddons(route_ids, n) },
  });
  await tellCall('preview of 1 change', 150, preview(1));
  await tellCall(`preview of ${MANY_CHANGES} changes`, 1000, preview(MANY_CHANGES));
  await tellOnce(`saving ${MANY_CHANGES} changes`, 3000, async () => {
    const { body } = preview(MANY_CHANGES);
    const seen = (await http.call({ ...preview(MANY_CHANGES), token })).items[0].hash;
    return () => post(portal, '/admin/catalog/changes', { ...body, title: 'Bench', seen });
  });
  for (const [format, boundMs] of [
    ['csv', 6000],
    ['xlsx', 15_000],
  ] as const)
    await tellFile(running, portal, { format, boundMs });
  console.log(`\nLoad of the machine at the end ${loadavg()[0]!.toFixed(1)}.`);
  await portal.close();
}

/** The slowest page of a list: the first and the second one under each sort and each delivered view. */
async function tellList(
  { http }: GrowingPortal,
  { name, path, queries }: ListCalls,
  measuring: Measuring,
): Promise<void> {
  const measured = [];
  for (const query of queries) {
    const first = `${path}?${query}`;
    const { next } = (await http.call({ method: 'GET', path: first, token: measuring.token })).items[0];
    const pages = next ? [first, `${first}&after=${encodeURIComponent(next)}`] : [first];
    for (const page of pages) {
      const call: Call = { method: 'GET', path: page };
      measured.push({ query, ...(await measureCall(http, call, { ...measuring, times: LIST_TIMES })) });
    }
  }
  const { query, p50Ms, p95Ms } = measured.toSorted((a, b) => b.p50Ms - a.p50Ms)[0]!;
  const above = measured.filter((page) => page.p50Ms > LIST_MS).length;
  const shown = `${name}: ${measured.length} pages, ${above} above, slowest ${query}`;
  tell({ name: shown, boundMs: LIST_MS, p50Ms, p95Ms, bare: '' });
}

/** What can be done once only. */
async function tellOnce(name: string, boundMs: number, prepare: () => Promise<() => Promise<unknown>>) {
  const act = await prepare();
  const started = performance.now();
  await act();
  const ms = performance.now() - started;
  tell({ name, boundMs, p50Ms: ms, p95Ms: ms, bare: '' });
}

async function post({ http, tokens }: GrowingPortal, path: string, body: object): Promise<any> {
  const headers = { 'idempotency-key': randomUUID() };
  const { status, items, errors } = await http.call({
    method: 'POST',
    path,
    token: tokens.staff,
    body,
    headers,
  });
  if (status !== 200) throw new Error(`POST ${path} was answered with ${status}: ${errors.join(' ')}`);
  return items[0];
}

type Asked = { format: 'csv' | 'xlsx'; boundMs: number };

/** The orders of all seasons as a file, and the memory that the portal needs for the file. */
async function tellFile({ url, pid }: PortalProcess, portal: GrowingPortal, { format, boundMs }: Asked) {
  const { path } = await post(portal, '/admin/exports', { list: 'listOrderRows', query: {}, format });
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const before = memoryMb(pid);
  const started = performance.now();
  const answer = await fetch(new URL(path, url));
  let bytes = 0;
  for await (const chunk of answer.body!) bytes += (chunk as Uint8Array).length;
  const ms = performance.now() - started;
  if (answer.status !== 200) throw new Error(`the file was answered with ${answer.status}`);
  const name = `${orders} orders as ${format}, ${(bytes / 1e6).toFixed(1)} MB`;
  tell({ name, boundMs, p50Ms: ms, p95Ms: ms, bare: '' });
  const more = memoryMb(pid) - before;
  const isMet = more <= MOST_MEMORY_MB;
  if (more > MOST_MEMORY_MB * TOLERANCE) missed.push(`memory of ${format}`);
  console.log(
    `| memory for the file | ${more.toFixed(0)} MB | | ${MOST_MEMORY_MB} MB | ${isMet ? 'yes' : 'no'} | |`,
  );
}

/** The most that the process has had since the mark was cleared. */
function memoryMb(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
}
