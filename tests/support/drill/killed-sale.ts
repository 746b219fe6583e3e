import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { openDatabase, type Database, type Db } from '#platform/db/database.ts';
import { silentLog } from '#platform/log/log.ts';
import type { BrokenRule } from '#tests/support/database/broken-rules.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { chanceOf } from '#kit/seeded-chance.ts';
import { findForSale, HM_LOWER_TWO_PAYMENTS } from '#tests/support/forms/checkout-body.ts';
import { databaseUrlOf, killServerOf, vaultOf } from '#tests/support/portal/data-folder-database.ts';
import { httpClient } from '#tests/support/portal/http-client.ts';
import { jobsOf } from '#tests/support/portal/portal-jobs.ts';
import { startPortalProcess } from '#tests/support/portal/portal-process.ts';
import { prepareFamilies } from '#tests/support/portal/prepared-families.ts';
import { listWrongTellings, pressAgain, waitUntilHealed, type Buyer, type Enter } from './buyers.ts';
import { countAnswers, startSale, untilOrders, type Sale } from './sale.ts';

export type Victim = 'the portal' | 'the portal and its database server';

type Options = {
  /** settings of the portal */
  env?: Record<string, string>;
  /** one is drawn for each family */
  cards: readonly string[];
  enter?: Enter;
  /** writes what another processor has done into the tables of the sandbox, where the rules look */
  show?: (db: Db) => Promise<void>;
};

type Play = {
  families: number;
  /** killed one after the other, at random moments of the sale */
  victims: readonly Victim[];
  /** whether as much time as a lease takes passes at each restart, or has to be waited for at the end */
  isLeaseOver: boolean;
};

/** A portal in a process of its own that is killed while families buy. */
export type KilledShop = {
  /** of the portal that runs now */
  url: () => string;
  /** @returns who has bought, and what is wrong, in words; empty is well */
  play: (play: Play) => Promise<{ buyers: readonly Buyer[]; faults: string[] }>;
  withDatabase: <T>(act: (db: Database) => Promise<T>) => Promise<T>;
  stop: () => Promise<void>;
};

const CUSTOMERS = 16;
// The resolver takes up a cut-off charge when its lease of a minute is over, and is killed itself in some
// rounds: then the five minutes of its own lease pass first.
const HEALED_WITHIN_MS = 420_000;

export async function openKilledShop({ env = {}, cards, enter, show }: Options): Promise<KilledShop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'schoolrun-kill-'));
  chmodSync(dataDir, 0o755);
  let portal = await startPortalProcess(dataDir, { script: 'scripts/start.js', env });
  let said = '';

  async function withDatabase<T>(act: (db: Database) => Promise<T>): Promise<T> {
    const { db, close } = openDatabase(databaseUrlOf(dataDir), { log: silentLog(), maxConnections: 4 });
    try {
      return await act(db);
    } finally {
      await close();
    }
  }

  /** Rows of one instant, with all that the processor had done by then. */
  const lookAt = <T>(db: Database, look: (tx: Db) => Promise<T>): Promise<T> =>
    db.transaction(
      async (tx) => {
        await tx.execute(sql`select 1`);
        await show?.(tx);
        return look(tx);
      },
      { isolationLevel: 'repeatable read' },
    );
  const brokenWhen = (db: Database, when: 'always' | 'healed'): Promise<BrokenRule[]> =>
    lookAt(db, (tx) => brokenInvariants(tx, when));
  const wrongTellings = (db: Database, buyers: readonly Buyer[]): Promise<string[]> => {
    // Who is told while it is looked has an order that is not seen yet.
    const told = buyers.map((buyer) => ({ ...buyer }));
    return lookAt(db, (tx) => listWrongTellings(tx, told));
  };

  async function kill(victim: Victim, isLeaseOver: boolean): Promise<void> {
    await portal.kill();
    if (victim !== 'the portal') await killServerOf(dataDir);
    said += portal.output();
    portal = await startPortalProcess(dataDir, { script: 'scripts/start.js', env });
    if (isLeaseOver) await withDatabase(passALease);
  }

  /** The portal was away for a minute, by the instants of what it had begun. */
  async function passALease(db: Database): Promise<void> {
    await db.execute(sql`update charge_attempts set lease_until = lease_until - interval '1 minute'`);
    await db.execute(sql`update processor_events
      set next_try_at = next_try_at - interval '1 minute'`);
    const jobs = await jobsOf(databaseUrlOf(dataDir));
    await jobs.send('billing.resolve');
    await jobs.send('billing.events');
    await jobs.stop({ graceful: false });
  }

  async function play({ families, victims, isLeaseOver }: Play) {
    const chance = chanceOf(9);
    const http = httpClient(portal.url);
    const forSale = await findForSale(http, HM_LOWER_TWO_PAYMENTS);
    http.close();
    const prepared = await withDatabase(async (db) =>
      prepareFamilies({ db, vault: await vaultOf(dataDir) }, families),
    );
    const buyers = prepared.map((family): Buyer => ({
      ...family,
      card: chance.oneOf(cards),
      ...(enter && { enter }),
    }));
    const sale = startSale({ urls: () => [portal.url], forSale, buyers, customers: CUSTOMERS });
    const faults: string[] = [];
    for (const [nth, victim] of victims.entries()) {
      // A part of the families is refused, and a part of the sale goes on after the last kill.
      const slot = (0.7 * families) / victims.length;
      await untilOrders(sale, Math.ceil(slot * nth + chance.upTo(slot)));
      if (sale.orders() > 0.9 * families) faults.push(`the sale was over before kill ${nth + 1}`);
      await kill(victim, isLeaseOver);
      await withDatabase(async (db) => {
        faults.push(...(await brokenWhen(db, 'always')).map((rule) => JSON.stringify(rule)));
        faults.push(...(await wrongTellings(db, buyers)));
      });
    }
    await sale.done;
    faults.push(...strangeAnswers(sale));
    await withDatabase(async (db) => {
      const broken = () => brokenWhen(db, 'healed');
      faults.push(...(await waitUntilHealed(db, HEALED_WITHIN_MS, broken)));
      // Whoever saw the connection break and gave up presses again, with the same key.
      const later = httpClient(portal.url);
      const { untold } = await pressAgain(later, forSale, { db, buyers });
      later.close();
      if (untold > 0) faults.push(`${untold} families have no answer yet`);
      faults.push(...(await wrongTellings(db, buyers)));
      faults.push(...(await broken()).map((rule) => JSON.stringify(rule)));
    });
    if (/unhandled|uncaught/i.test(said + portal.output()))
      faults.push('the portal logged an error that nobody handled');
    return { buyers, faults };
  }

  const stop = async () => {
    await portal.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  return { url: () => portal.url, play, withDatabase, stop };
}

/** Statuses that no family that buys may be answered with, also while the portal starts. */
const strangeAnswers = (sale: Sale): string[] =>
  Object.entries(countAnswers(sale, { from: -Infinity, to: Infinity }))
    .filter(([kind]) => kind.startsWith('status'))
    .map(([kind, count]) => `${count} answers with ${kind}`);
