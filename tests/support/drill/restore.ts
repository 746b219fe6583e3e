import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { readConfig } from '#platform/config/config.ts';
import { openDatabase, type Database } from '#platform/db/database.ts';
import { openFileStore } from '#platform/files/drive-store.ts';
import { silentLog } from '#platform/log/log.ts';
import { openVault } from '#platform/vault/open-vault.ts';
import { sealedFiles } from '#platform/vault/sealed-files.ts';
import { ONE_PIXEL } from '#tests/support/corpora/one-pixel.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { chanceOf } from '#kit/seeded-chance.ts';
import { findForSale, HM_LOWER_TWO_PAYMENTS } from '#tests/support/forms/checkout-body.ts';
import { databaseUrlOf, killServerOf, vaultOf } from '#tests/support/portal/data-folder-database.ts';
import { httpClient } from '#tests/support/portal/http-client.ts';
import { startPortalProcess, type PortalProcess } from '#tests/support/portal/portal-process.ts';
import { prepareFamilies, type PreparedFamily } from '#tests/support/portal/prepared-families.ts';
import { CARDS, isServed, listWrongTellings, waitUntilHealed, type Buyer } from './buyers.ts';
import { startSale, untilOrders, type Sale } from './sale.ts';

export type RestoreOptions = {
  customers: number;
  /** orders before the backup begins, and after it has ended */
  before: number;
  after: number;
  /** orders that the restored portal sells */
  again: number;
  /** who may buy before the machine is lost: more than do while a backup runs on a slow machine */
  families: number;
};

export type RestoreFigures = {
  ordersBefore: number;
  ordersDuring: number;
  ordersAfter: number;
  /** of those, in the restored database */
  ordersRestored: number;
  papers: number;
  backupMs: number;
  /** the slowest wait for an order while the backup ran, and before it */
  slowestMs: { before: number; during: number };
  /** from the empty folder to files and a database that serves, and to the first answer of the portal */
  restoreMs: number;
  startMs: number;
  healedAfterMs: number;
  ordersAgain: number;
  /** what the commands said */
  said: string;
  /** what does not hold; empty is well */
  faults: string[];
};

const ROOT = join(import.meta.dirname, '../../..');
// A charge that was cut off is followed after a minute, and after six where its follower was cut off too.
const HEALED_WITHIN_MS = 420_000;

const run = promisify(execFile);

/** A command of the project on a data folder, beside the portal that serves it. */
async function runCommand(args: string[], dataDir: string): Promise<string> {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, NODE_ENV: 'test' };
  const { stdout } = await run(process.execPath, [join(ROOT, 'schoolrun.js'), ...args], { env });
  return stdout;
}

/**
 * Backs up a portal while families buy, loses the machine, restores into an empty folder, and sells on there.
 */
export async function playRestore(options: RestoreOptions): Promise<RestoreFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'schoolrun-restore-'));
  chmodSync(folder, 0o755);
  const portals: PortalProcess[] = [];
  try {
    return await play(folder, portals, options);
  } finally {
    for (const portal of portals) await portal.stop();
    for (const name of ['first', 'second']) await killServerOf(join(folder, name));
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

async function play(
  folder: string,
  portals: PortalProcess[],
  { customers, before, after, again, families: familyCount }: RestoreOptions,
): Promise<RestoreFigures> {
  const [first, second, backup] = ['first', 'second', 'backup'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const start = async (dataDir: string) => {
    portals.push(await startPortalProcess(dataDir));
    return portals.at(-1)!;
  };
  const portal = await start(first);
  const http = httpClient(portal.url);
  const forSale = await findForSale(http, HM_LOWER_TWO_PAYMENTS);
  const chance = chanceOf(19);
  const families = await withDatabase(first, async (db) => {
    await untilPapers(db);
    return prepareFamilies({ db, vault: await vaultOf(first) }, familyCount);
  });
  await Promise.all(families.slice(0, 5).map((family) => uploadPhoto(portal.url, family)));
  const buyers = families.map((family): Buyer => ({ ...family, card: chance.oneOf(CARDS) }));

  const sale = startSale({ urls: () => [portal.url], forSale, buyers, customers });
  await untilOrders(sale, before);
  const toldBefore = buyers.filter(({ told }) => told);
  const backupFrom = performance.now();
  let said = await runCommand(['backup', backup], first);
  const backupTo = performance.now();
  const orders = buyers.filter(isServed).length;
  await untilOrders(sale, orders + after);
  sale.end();
  await sale.done;
  const ordersAfter = buyers.filter(isServed).length - orders;
  http.close();

  // The machine is lost.
  await portal.kill();
  await killServerOf(first);
  rmSync(first, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });

  const restoreFrom = performance.now();
  said += await runCommand(['restore', backup], second);
  const restoreTo = performance.now();
  const restored = await start(second);
  const startedAt = performance.now();
  return withDatabase(second, async (db) => {
    const faults = (await brokenInvariants(db, 'always')).map((rule) => JSON.stringify(rule));
    faults.push(...(await listWrongTellings(db, toldBefore)));
    const papers = await checkFiles(db, second);
    faults.push(...papers.missing);
    const ordersRestored = await countOrdersOf(db, buyers);
    const healing = performance.now();
    faults.push(...(await waitUntilHealed(db, HEALED_WITHIN_MS)));
    const healedAfterMs = performance.now() - healing;

    const more = (await prepareFamilies({ db, vault: await vaultOf(second) }, again)).map(
      (family): Buyer => ({ ...family, card: CARDS[0]! }),
    );
    const later = startSale({ urls: () => [restored.url], forSale, buyers: more, customers });
    await later.done;
    faults.push(...(await listWrongTellings(db, more)));
    faults.push(...(await brokenInvariants(db, 'healed')).map((rule) => JSON.stringify(rule)));
    if (later.orders() !== again)
      faults.push(`the restored portal sold ${later.orders()} orders of ${again}`);
    const ordersBefore = toldBefore.filter(isServed).length;
    return {
      ordersBefore,
      ordersDuring: orders - ordersBefore,
      ordersAfter,
      ordersRestored,
      papers: papers.count,
      backupMs: backupTo - backupFrom,
      slowestMs: {
        before: slowest(sale, { from: 0, to: backupFrom }),
        during: slowest(sale, { from: backupFrom, to: backupTo }),
      },
      restoreMs: restoreTo - restoreFrom,
      startMs: startedAt - restoreTo,
      healedAfterMs,
      ordersAgain: later.orders(),
      said,
      faults,
    };
  });
}

/** Waits for a signed copy of the demo's orders; papers are made behind those who buy, so before the sale. */
async function untilPapers(db: Database): Promise<void> {
  for (let tries = 0; tries < 120; tries += 1) {
    const { rows } = await db.execute(sql`select id from signed_copies limit 1`);
    if (rows.length > 0) return;
    await sleep(500);
  }
  throw new Error('the demo has no signed copy after a minute');
}

const slowest = ({ answers }: Sale, { from, to }: { from: number; to: number }) =>
  Math.max(0, ...answers.filter(({ at }) => at >= from && at < to).map(({ tookMs }) => tookMs));

async function withDatabase<T>(dataDir: string, act: (db: Database) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase(databaseUrlOf(dataDir), { log: silentLog(), maxConnections: 4 });
  try {
    return await act(db);
  } finally {
    await close();
  }
}

async function uploadPhoto(url: string, { student_id, token }: PreparedFamily): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(ONE_PIXEL)], { type: 'image/png' }), 'child.png');
  const answer = await fetch(`${url}/api/student/photo/${student_id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'x-requested-with': 'XMLHttpRequest' },
    body: form,
  });
  if (!answer.ok) throw new Error(`a photo was not taken: ${answer.status} ${await answer.text()}`);
}

async function countOrdersOf(db: Database, buyers: readonly Buyer[]): Promise<number> {
  const { rows } = await db.execute<{ student_id: number }>(
    sql`select student_id from orders where status = 'active'`,
  );
  const ours = new Set(buyers.map(({ student_id }) => student_id));
  return rows.filter(({ student_id }) => ours.has(student_id)).length;
}

/** Whether every file that a row names is there and opens, and a signed copy is what its row says. */
async function checkFiles(db: Database, dataDir: string): Promise<{ count: number; missing: string[] }> {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir });
  const files = sealedFiles(await openFileStore(config), await openVault(config));
  const { rows } = await db.execute<{ path: string; sha256: string | null }>(sql`
    select file_key as path, encode(sha256, 'hex') as sha256 from signed_copies
    union all select file_key, encode(sha256, 'hex') from kept_receipts
    union all select path, null from student_images`);
  const missing: string[] = [];
  for (const { path, sha256 } of rows) {
    const content = await files.find(path).catch(() => undefined);
    const isSame = content && (!sha256 || createHash('sha256').update(content).digest('hex') === sha256);
    if (!isSame) missing.push(`${path} is missing, or is another file`);
  }
  return { count: rows.length, missing };
}
