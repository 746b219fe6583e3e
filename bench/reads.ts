/**
 * What visitors read: the routes of a program and the page of a school, by 16 readers side by side; reads a
 * second and CPU of the server for each, beside the same bytes served by bare Fastify in the same run. The
 * readers are sockets that send one request after another and count bytes.
 * Run: npm run bench:reads -- [--readers 16] [--seconds 5] [--profile FOLDER]
 * The folder gets a CPU profile of the portal, its start included.
 */
import { connect } from 'node:net';
import { findForSale, HM_LOWER_TWO_PAYMENTS } from '#tests/support/forms/checkout-body.ts';
import { httpClient } from '#tests/support/portal/http-client.ts';
import { serverPidOf } from '#tests/support/portal/data-folder-database.ts';
import type { PortalProcess } from '#tests/support/portal/portal-process.ts';
import { cpuMsOfProcess, cpuMsOfServer } from './checkout/cpu-time.ts';
import { startBareProcess } from './bare-process.ts';
import { withPortal } from './with-portal.ts';
import { parseOptions } from '../scripts/command/swallowed-options.ts';

const { values: flags } = parseOptions({
  options: {
    readers: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '5' },
    profile: { type: 'string' },
  },
});
const READERS = Number(flags.readers);
const SECONDS = Number(flags.seconds);
const WARM_UP_SECONDS = 2;

export type BareAnswer = { path: string; type: string; body: string };
type Side = { who: string; url: string; pid: number; serverPid: number };
type Read = { perSecond: number; p99Ms: number; cpuMs: number; serverMs: number };

const nodeArgs = flags.profile ? ['--cpu-prof', `--cpu-prof-dir=${flags.profile}`] : [];
// As `npm start` does: it builds the pages first, where they are not built.
await withPortal(bench, { script: 'scripts/start.js', nodeArgs });

async function bench(running: PortalProcess, dataDir: string): Promise<void> {
  const http = httpClient(running.url);
  const { program_id } = await findForSale(http, HM_LOWER_TWO_PAYMENTS);
  const [school] = (await http.call({ method: 'GET', path: '/program_group_path/get/path/hm' })).items;
  const period = `/period/program/read/all/${school.current_period_id}/${program_id}`;
  const [{ id }] = (await http.call({ method: 'GET', path: period })).items;
  http.close();
  const reads = [
    { name: 'routes of a program', path: `/api/route/read/all/${id}/1` },
    { name: 'page of a school', path: '/hm' },
  ];
  const answers = await Promise.all(reads.map(({ path }) => readOnce(running.url, path)));
  const bare = await startBareProcess('reads/bare-pages.ts', answers);
  const sides: Side[] = [
    { who: 'portal', url: running.url, pid: running.pid, serverPid: serverPidOf(dataDir) },
    { who: 'bare Fastify', url: bare.url, pid: bare.pid, serverPid: 0 },
  ];
  console.log(`${READERS} readers side by side; no answer is compressed.\n`);
  console.log(
    '| read | kB | who | reads/s | p99 ms | server CPU ms/read | PostgreSQL CPU ms/read | portal/bare |',
  );
  console.log('|---|--:|---|--:|--:|--:|--:|--:|');
  for (const [at, { name, path }] of reads.entries()) {
    const kB = (Buffer.byteLength(answers[at]!.body) / 1000).toFixed(1);
    const measured: Read[] = [];
    for (const side of sides) {
      await measure(side, path, WARM_UP_SECONDS);
      measured.push(await measure(side, path, SECONDS));
    }
    for (const [nr, side] of sides.entries()) {
      const { perSecond, p99Ms, cpuMs, serverMs } = measured[nr]!;
      const ratio = nr === 0 ? (perSecond / measured[1]!.perSecond).toFixed(2) : '1';
      const figures = [perSecond.toFixed(0), p99Ms.toFixed(1), cpuMs.toFixed(3), serverMs.toFixed(3), ratio];
      console.log(`| ${[name, kB, side.who, ...figures].join(' | ')} |`);
    }
  }
  bare.stop();
}

async function readOnce(url: string, path: string): Promise<BareAnswer> {
  const answer = await fetch(url + path, { headers: { 'accept-encoding': 'identity' } });
  if (answer.status !== 200) throw new Error(`GET ${path} was answered with ${answer.status}`);
  return { path, type: answer.headers.get('content-type') ?? '', body: await answer.text() };
}

async function measure(side: Side, path: string, seconds: number): Promise<Read> {
  const before = { own: cpuMsOfProcess(side.pid), server: cpuMsOfServer(side.serverPid) };
  const start = performance.now();
  const until = start + seconds * 1000;
  const took = (
    await Promise.all(Array.from({ length: READERS }, () => readOn(side.url, path, until)))
  ).flat();
  const elapsed = (performance.now() - start) / 1000;
  took.sort((a, b) => a - b);
  return {
    perSecond: took.length / elapsed,
    p99Ms: took[Math.floor(took.length * 0.99)] ?? 0,
    cpuMs: (cpuMsOfProcess(side.pid) - before.own) / took.length,
    serverMs: (cpuMsOfServer(side.serverPid) - before.server) / took.length,
  };
}

/** One reader: a connection that stays open. How long each answer took. */
function readOn(url: string, path: string, until: number): Promise<number[]> {
  const { hostname, port } = new URL(url);
  const request = `GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`;
  const took: number[] = [];
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let had = Buffer.alloc(0);
    let asked = 0;
    const ask = () => {
      asked = performance.now();
      had = Buffer.alloc(0);
      socket.write(request);
    };
    socket.on('connect', ask).on('error', reject);
    socket.on('data', (chunk) => {
      had = had.length > 0 ? Buffer.concat([had, chunk]) : chunk;
      const whole = lengthOfAnswer(had);
      if (whole === undefined || had.length < whole) return;
      took.push(performance.now() - asked);
      if (performance.now() < until) return ask();
      socket.destroy();
      resolve(took);
    });
    socket.on('close', () => resolve(took));
  });
}

function lengthOfAnswer(had: Buffer): number | undefined {
  const end = had.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = had.toString('latin1', 0, end);
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(`a read was answered with ${head.split('\r\n')[0]}`);
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error('an answer does not say how long it is');
  return end + 4 + Number(length);
}
