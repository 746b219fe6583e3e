import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '#platform/db/database.ts';
import { silentLog } from '#platform/log/log.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import {
  CARDS,
  isServed,
  listWrongTellings,
  press,
  pressAgain,
  waitUntilHealed,
  type Buyer,
} from '#tests/support/drill/buyers.ts';
import { chanceOf } from '#tests/support/fakes/seeded-chance.ts';
import { findForSale, HM_LOWER_TWO_PAYMENTS, type ForSale } from '#tests/support/forms/checkout-body.ts';
import { inLane } from '#tests/support/lane.ts';
import { databaseUrlOf, killServerOf, vaultOf } from '#tests/support/portal/data-folder-database.ts';
import { httpClient } from '#tests/support/portal/http-client.ts';
import { startPortalProcess, type PortalProcess } from '#tests/support/portal/portal-process.ts';
import { prepareFamilies } from '#tests/support/portal/prepared-families.ts';

const CUSTOMERS = 16;
const BOTH = 'the portal and its database server';
const ROUNDS = inLane({ short: [BOTH], long: ['the portal', 'the portal', BOTH, 'the portal'] });
// The resolver takes up a cut-off charge when its lease of a minute is over, and is killed itself in some
// rounds: then the five minutes of its own lease pass first.
const HEALED_WITHIN_MS = 420_000;

let dataDir: string;
let portal: PortalProcess;
let said = '';

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'schoolrun-kill-'));
  chmodSync(dataDir, 0o755);
  portal = await startPortalProcess(dataDir);
});

afterAll(async () => {
  await portal.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

async function withDatabase<T>(act: (db: Database) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase(databaseUrlOf(dataDir), { log: silentLog(), maxConnections: 4 });
  try {
    return await act(db);
  } finally {
    await close();
  }
}

/** Sixteen families at a time buy until, so many orders on, everything is killed under them. */
async function buyUntilKilled(
  buyers: Buyer[],
  forSale: ForSale,
  afterOrders: number,
  kill: () => Promise<void>,
): Promise<void> {
  const http = httpClient(portal.url);
  const queue = buyers.values();
  const end = { isNear: false };
  const isTime = async () => {
    while (!end.isNear && buyers.filter(isServed).length < afterOrders) await sleep(10);
  };
  const buyOn = async () => {
    for (const buyer of queue) {
      if (end.isNear) return;
      const status = await press(http, forSale, buyer).catch((error: unknown) => {
        if (!end.isNear) throw error;
      });
      expect([undefined, 200, 402, 409, 503]).toContain(status);
    }
  };
  const buying = Promise.all(Array.from({ length: CUSTOMERS }, buyOn)).finally(
    () => void (end.isNear = true),
  );
  const killing = isTime().then(() => {
    end.isNear = true;
    return kill();
  });
  await Promise.all([buying, killing]);
  http.close();
}

it(
  'kept every order that was answered, and charged it once, whenever the portal was killed',
  { timeout: 900_000 },
  async () => {
    const chance = chanceOf(9);
    const everyone: Buyer[] = [];
    const forSale = await findForSale(httpClient(portal.url), HM_LOWER_TWO_PAYMENTS);
    for (const victim of ROUNDS) {
      const families = await withDatabase(async (db) =>
        prepareFamilies({ db, vault: await vaultOf(dataDir) }, 400),
      );
      const buyers = families.map((family): Buyer => ({ ...family, card: chance.oneOf(CARDS) }));
      everyone.push(...buyers);
      await buyUntilKilled(buyers, forSale, CUSTOMERS / 2 + chance.upTo(3 * CUSTOMERS), async () => {
        await portal.kill();
        if (victim !== 'the portal') await killServerOf(dataDir);
      });
      said += portal.output();
      portal = await startPortalProcess(dataDir);
      await withDatabase(async (db) => {
        expect(await brokenInvariants(db, 'always')).toEqual([]);
        expect(await listWrongTellings(db, buyers)).toEqual([]);
      });
    }
    expect(everyone.filter(isServed).length).toBeGreaterThan((ROUNDS.length * CUSTOMERS) / 2);

    await withDatabase(async (db) => {
      expect(await waitUntilHealed(db, HEALED_WITHIN_MS)).toEqual([]);
      // Whoever saw the connection break presses again, with the same key.
      const http = httpClient(portal.url);
      expect(await pressAgain(http, forSale, { db, buyers: everyone })).toMatchObject({ untold: 0 });
      http.close();
      expect(await listWrongTellings(db, everyone)).toEqual([]);
      expect(await brokenInvariants(db, 'healed')).toEqual([]);
    });
    expect(said + portal.output()).not.toMatch(/unhandled|uncaught/i);
  },
);
