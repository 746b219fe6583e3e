import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenDatabase } from '#platform/db/database.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { findForSale, HM_LOWER_TWO_PAYMENTS } from '#tests/support/forms/checkout-body.ts';
import { httpClient } from '#tests/support/portal/http-client.ts';
import type { PortalProcess } from '#tests/support/portal/portal-process.ts';
import { prepareFamilies } from '#tests/support/portal/prepared-families.ts';
import { findPostgres } from '#tests/support/servers/find-programs.ts';
import {
  configure,
  makePostgres,
  startPostgres,
  takeBaseBackup,
  type PostgresServer,
} from '#tests/support/servers/postgres-server.ts';
import {
  giveToAccount,
  makeFolder,
  makeServerFolder,
  type ServerFolder,
} from '#tests/support/servers/server-process.ts';
import { CARDS, isServed, listWrongTellings, press, waitUntilHealed, type Buyer } from './buyers.ts';
import { openAsOwner, prepareOutside, startPortals, outsideVault } from './outside-portals.ts';
import { startSale, untilOrders } from './sale.ts';

export type PointInTimeFigures = {
  version: string;
  /** orders before the base backup, while it was taken and until the target, and after the target */
  orders: { before: number; untilTarget: number; afterTarget: number };
  baseBackupMs: number;
  /** files of the archived log, and the time to play them and to take over */
  archived: number;
  recoveryMs: number;
  ordersAgain: number;
  /** what does not hold; empty is well */
  faults: string[];
};

export type PointInTimeOptions = { customers: number; before: number; after: number; again: number };

const HEALED_WITHIN_MS = 420_000;
// Wide enough that no order of one side lies on the other.
const PAUSE_MS = 500;

/**
 * An outside PostgreSQL archives its log. Families buy; a base backup is taken meanwhile; then the server is
 * lost, and another one recovers to a moment between two orders and sells on.
 */
export async function playPointInTime(options: PointInTimeOptions): Promise<PointInTimeFigures> {
  const folder = makeServerFolder('point-in-time');
  const servers: PostgresServer[] = [];
  const portals: PortalProcess[] = [];
  try {
    return await play({ folder, servers, portals }, options);
  } finally {
    await Promise.all(portals.map((portal) => portal.stop()));
    for (const server of servers) await server.stop();
    folder.remove();
  }
}

type Started = { folder: ServerFolder; servers: PostgresServer[]; portals: PortalProcess[] };

async function play(
  { folder, servers, portals }: Started,
  { customers, before, after, again }: PointInTimeOptions,
): Promise<PointInTimeFigures> {
  const archive = makeFolder(folder, 'archive');
  const primary = await makePostgres(folder, 'primary', {
    archive_mode: 'on',
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
  });
  servers.push(primary);
  const { dataDir } = prepareOutside(folder, primary);
  const [portal] = await startPortals(primary.url('portal'), { dataDir, count: 1 });
  portals.push(portal!);
  const http = httpClient(portal!.url);
  const forSale = await findForSale(http, HM_LOWER_TWO_PAYMENTS);
  const owner = openAsOwner(primary);
  const families = await prepareFamilies(
    { db: owner.db, vault: outsideVault() },
    before + after + 4 * customers + 10,
  );
  const buyers = families.map((family): Buyer => ({ ...family, card: CARDS[0]! }));
  const late = buyers.splice(0, 5);

  const sale = startSale({ urls: () => [portal!.url], forSale, buyers, customers });
  await untilOrders(sale, before);
  const ordersBefore = sale.orders();
  const backupFrom = performance.now();
  const base = takeBaseBackup(folder, primary, { name: 'base', args: ['-X', 'stream'] });
  const baseBackupMs = performance.now() - backupFrom;
  await untilOrders(sale, sale.orders() + after);
  sale.end();
  await sale.done;
  await sleep(PAUSE_MS);
  const [{ target }] = (await primary.ask<{ target: string }>(
    'select clock_timestamp()::text as target',
  )) as [{ target: string }];
  await sleep(PAUSE_MS);
  for (const buyer of late) await press(http, forSale, buyer);
  http.close();
  await untilArchived(primary);
  await owner.close();

  // The machine is lost; the base backup and the archive were elsewhere.
  await portal!.kill();
  await primary.kill();
  rmSync(primary.dataFolder, { recursive: true, force: true });

  const recoveryFrom = performance.now();
  const recovered = await recover(folder, { base, archive, target });
  servers.push(recovered);
  const recoveryMs = performance.now() - recoveryFrom;
  const [second] = await startPortals(recovered.url('portal'), { dataDir, count: 1 });
  portals.push(second!);

  return withOwner(recovered, async ({ db, pool }) => {
    const faults = (await brokenInvariants(db, 'always')).map((rule) => JSON.stringify(rule));
    faults.push(...(await listWrongTellings(db, buyers)));
    const { rows } = await pool.query('select id from orders where student_id = any($1)', [
      late.map(({ student_id }) => student_id),
    ]);
    if (rows.length > 0) faults.push(`${rows.length} orders of after the target are there`);
    if (!late.every(isServed)) faults.push('an order after the target was not answered');
    faults.push(...(await waitUntilHealed(db, HEALED_WITHIN_MS)));
    const more = (await prepareFamilies({ db, vault: outsideVault() }, again)).map((family): Buyer => ({
      ...family,
      card: CARDS[0]!,
    }));
    const later = startSale({ urls: () => [second!.url], forSale, buyers: more, customers });
    await later.done;
    faults.push(...(await listWrongTellings(db, more)));
    faults.push(...(await brokenInvariants(db, 'healed')).map((rule) => JSON.stringify(rule)));
    if (later.orders() !== again)
      faults.push(`the recovered database took ${later.orders()} orders of ${again}`);
    return {
      version: findPostgres()!.version,
      orders: {
        before: ordersBefore,
        untilTarget: buyers.filter(isServed).length - ordersBefore,
        afterTarget: late.filter(isServed).length,
      },
      baseBackupMs,
      archived: readdirSync(archive).length,
      recoveryMs,
      ordersAgain: later.orders(),
      faults,
    };
  });
}

/** Ends the piece of the log that is being written, and waits until it is in the archive. */
async function untilArchived(server: PostgresServer): Promise<void> {
  const [row] = await server.ask<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
  for (let tries = 0; tries < 300; tries += 1) {
    const [done] = await server.ask<{ last: string | null }>(
      'select last_archived_wal as last from pg_stat_archiver',
    );
    if (done?.last && done.last >= row!.name) return;
    await sleep(100);
  }
  throw new Error('the log was not archived');
}

/** A new server on a copy of the base backup, which plays the archived log up to a moment. */
async function recover(
  folder: ServerFolder,
  { base, archive, target }: { base: string; archive: string; target: string },
): Promise<PostgresServer> {
  const dataFolder = join(folder.path, 'recovered');
  cpSync(base, dataFolder, { recursive: true });
  configure(dataFolder, {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: target,
    recovery_target_action: 'promote',
  });
  writeFileSync(join(dataFolder, 'recovery.signal'), '');
  giveToAccount(folder, dataFolder);
  const server = await startPostgres(folder, dataFolder);
  for (;;) {
    const [row] = await server.ask<{ recovers: boolean }>('select pg_is_in_recovery() as recovers');
    if (!row!.recovers) return server;
    await sleep(100);
  }
}

async function withOwner<T>(server: PostgresServer, act: (open: OpenDatabase) => Promise<T>): Promise<T> {
  const open = openAsOwner(server);
  try {
    return await act(open);
  } finally {
    await open.close();
  }
}
