/**
 * What a portal at rest uses: milliseconds of CPU a second of the portal, all its threads, and of PostgreSQL,
 * and how much memory the portal holds. Nobody asks for anything meanwhile.
 * Run: npm run bench:idle -- [--seconds 30] [--settle 20]
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { serverPidOf } from '#tests/support/portal/data-folder-database.ts';
import { cpuMsOfProcess, cpuMsOfServer } from './checkout/cpu-time.ts';
import { withPortal } from './with-portal.ts';

const { values: flags } = parseArgs({
  options: { seconds: { type: 'string', default: '30' }, settle: { type: 'string', default: '20' } },
});
const seconds = Number(flags.seconds);

/** Resident memory of a process, its threads included. */
function residentMib(pid: number): number {
  const [, kib = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}

await withPortal(async ({ pid }, dataDir) => {
  const serverPid = serverPidOf(dataDir);
  // What the start has left to do is done before.
  await sleep(Number(flags.settle) * 1000);
  const before = { portal: cpuMsOfProcess(pid), server: cpuMsOfServer(serverPid) };
  await sleep(seconds * 1000);
  const portalMs = (cpuMsOfProcess(pid) - before.portal) / seconds;
  const serverMs = (cpuMsOfServer(serverPid) - before.server) / seconds;
  console.log('| at rest | |\n|---|--:|');
  console.log(`| CPU of the portal, ms a second | ${portalMs.toFixed(1)} |`);
  console.log(`| CPU of PostgreSQL, ms a second | ${serverMs.toFixed(1)} |`);
  console.log(`| resident memory of the portal, MiB | ${residentMib(pid).toFixed(0)} |`);
});
