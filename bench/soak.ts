/**
 * Whether the portal's memory grows with what it answers: MiB after each tenth of so many requests (what a
 * family and a visitor read, 16 side by side), and how much the second half of them added.
 * Run: npm run bench:soak -- [--requests 100000]
 */
import { openDatabase } from '#platform/db/database.ts';
import { silentLog } from '#platform/log/log.ts';
import { findForSale, HM_LOWER_TWO_PAYMENTS } from '#tests/support/forms/checkout-body.ts';
import { databaseUrlOf, serverPidOf, vaultOf } from '#tests/support/portal/data-folder-database.ts';
import { httpClient } from '#tests/support/portal/http-client.ts';
import type { PortalProcess } from '#tests/support/portal/portal-process.ts';
import { prepareFamilies } from '#tests/support/portal/prepared-families.ts';
import { memoryOfProcess, memoryOfServer } from './start/memory-of.ts';
import { withPortal } from './with-portal.ts';
import { parseOptions } from '../scripts/command/swallowed-options.ts';

const { values: flags } = parseOptions({ options: { requests: { type: 'string', default: '100000' } } });
const requests = Number(flags.requests);

const READERS = 16;
const PARTS = 10;
// Far fewer than one person may send in a minute.
const REQUESTS_OF_FAMILY = 200;

await withPortal(soak, { script: 'scripts/start.js' });

async function soak({ url, pid }: PortalProcess, dataDir: string): Promise<void> {
  const { db, close } = openDatabase(databaseUrlOf(dataDir), { log: silentLog(), maxConnections: 2 });
  const http = httpClient(url);
  const { program_id } = await findForSale(http, HM_LOWER_TWO_PAYMENTS);
  const families = await prepareFamilies(
    { db, vault: await vaultOf(dataDir) },
    Math.ceil(requests / REQUESTS_OF_FAMILY),
  );
  await close();
  const paths = ['/order', '/student', '/address', `/program/grade/read/all/${program_id}`, '/user'];
  const read = async (n: number) => {
    const { token } = families[n % families.length]!;
    const path = paths[n % paths.length]!;
    const { status } = await http.call({ method: 'GET', path, token });
    if (status !== 200) throw new Error(`GET ${path} was answered with ${status}`);
  };
  console.log('| requests | portal MiB | PostgreSQL MiB |\n|--:|--:|--:|');
  const held: number[] = [];
  for (let part = 1; part <= PARTS; part++) {
    await sideBySide(Math.round(requests / PARTS), read);
    held.push(memoryOfProcess(pid));
    const ofServer = memoryOfServer(serverPidOf(dataDir));
    console.log(`| ${(requests / PARTS) * part} | ${held.at(-1)!.toFixed(0)} | ${ofServer.toFixed(0)} |`);
  }
  const half = held[PARTS / 2 - 1]!;
  console.log(`\nThe second half of them added ${(held.at(-1)! - half).toFixed(0)} MiB.`);
  http.close();
}

async function sideBySide(count: number, read: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const readOn = async () => {
    while (next < count) await read(next++);
  };
  await Promise.all(Array.from({ length: READERS }, readOn));
}
