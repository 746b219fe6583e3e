import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '#platform/db/database.ts';
import { silentLog } from '#platform/log/log.ts';
import { chanceOf } from '#tests/support/fakes/seeded-chance.ts';
import {
  checkoutByCard,
  findForSale,
  HM_LOWER_TWO_PAYMENTS,
  type ForSale,
} from '#tests/support/forms/checkout-body.ts';
import { httpClient } from '#tests/support/portal/http-client.ts';
import { inLane } from '#tests/support/lane.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { databaseUrlOf, killServerOf } from '#tests/support/portal/data-folder-database.ts';
import { startPortalProcess, type PortalProcess } from '#tests/support/portal/portal-process.ts';
import { prepareFamilies, type PreparedFamily } from '#tests/support/portal/prepared-families.ts';

const GOOD = '4242424242424242';
const DECLINED_WHEN_CHARGED = '4000000000000341';
const ANSWER_LOST = '4000000000006603';
const CARDS = [GOOD, GOOD, GOOD, GOOD, GOOD, DECLINED_WHEN_CHARGED, ANSWER_LOST];

const CUSTOMERS = 16;
const BOTH = 'the portal and its database server';
const ROUNDS = inLane({ short: [BOTH], long: ['the portal', 'the portal', BOTH, 'the portal'] });
// The resolver takes up a cut-off charge when its lease of a minute is over, and is killed itself in some
// rounds: then the five minutes of its own lease pass first.
const HEALED_WITHIN_MS = 420_000;

/** What a family has been told: its order's number, a refusal, or nothing yet. */
type Buyer = PreparedFamily & { card: string; told?: { order_id: number } | 'refused' };

const isServed = ({ told }: Buyer) => told !== undefined && told !== 'refused';

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

/** One press of Checkout; the same key whenever this family presses again. */
async function press(http: ReturnType<typeof httpClient>, forSale: ForSale, buyer: Buyer): Promise<void> {
  const body = checkoutByCard(forSale, buyer.student_id, buyer.card);
  const headers = { 'idempotency-key': `kill-nine-${buyer.student_id}` };
  const { status, items } = await http.call({
    method: 'POST',
    path: '/order',
    token: buyer.token,
    body,
    headers,
  });
  if (status === 200) buyer.told = { order_id: items[0].id };
  if (status === 402) buyer.told = 'refused';
  expect([200, 402, 409, 503]).toContain(status);
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
      await press(http, forSale, buyer).catch((error: unknown) => {
        if (!end.isNear) throw error;
      });
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

const facts = (db: Database, student_id: number) =>
  db.execute<{ id: number; status: string; captured: number; numbered: number }>(sql`
    select o.id, o.status, (select count(*) from contracts c
      where c.order_id = o.id and c.contract_number is not null) as numbered,
      (select count(*) from payments p join charge_attempts a on a.payment_id = p.id
        join sandbox.charges s on s.attempt_id = a.id
        where p.order_id = o.id and s.state = 'captured') as captured
    from orders o where o.student_id = ${student_id} order by o.id`);

/** What was answered as done is there, once, with its charge; what was refused took nothing. */
async function checkNotices(db: Database, buyers: Buyer[]): Promise<void> {
  for (const { student_id, told } of buyers) {
    if (!told) continue;
    const { rows } = await facts(db, student_id);
    const active = rows.filter((row) => row.status === 'active');
    const captured = rows.reduce((sum, row) => sum + row.captured, 0);
    if (told === 'refused') expect({ active: active.length, captured }).toEqual({ active: 0, captured: 0 });
    else
      expect({ id: active[0]?.id, active: active.length, numbered: active[0]?.numbered, captured }).toEqual({
        id: told.order_id,
        active: 1,
        numbered: 1,
        captured: 1,
      });
  }
}

async function waitUntilHealed(db: Database): Promise<string[]> {
  const deadline = performance.now() + HEALED_WITHIN_MS;
  for (;;) {
    const broken = await brokenInvariants(db, 'healed');
    if (broken.length === 0 || performance.now() > deadline)
      return broken.map((rule) => JSON.stringify(rule));
    await sleep(1_000);
  }
}

it(
  'kept every order that was answered, and charged it once, whenever the portal was killed',
  { timeout: 900_000 },
  async () => {
    const chance = chanceOf(9);
    const everyone: Buyer[] = [];
    const forSale = await findForSale(httpClient(portal.url), HM_LOWER_TWO_PAYMENTS);
    for (const victim of ROUNDS) {
      const families = await withDatabase((db) => prepareFamilies(db, 400));
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
        await checkNotices(db, buyers);
      });
    }
    expect(everyone.filter(isServed).length).toBeGreaterThan((ROUNDS.length * CUSTOMERS) / 2);

    await withDatabase(async (db) => {
      expect(await waitUntilHealed(db)).toEqual([]);
      // Whoever saw the connection break presses again, with the same key.
      const http = httpClient(portal.url);
      const begun = new Set(
        (await db.execute<{ student_id: number }>(sql`select distinct student_id from orders`)).rows.map(
          (row) => row.student_id,
        ),
      );
      const inDoubt = everyone.filter(({ told, student_id }) => !told && begun.has(student_id));
      for (const buyer of inDoubt) await press(http, forSale, buyer);
      http.close();
      expect(inDoubt.filter(({ told }) => !told)).toEqual([]);
      await checkNotices(db, everyone);
      expect(await brokenInvariants(db, 'healed')).toEqual([]);
    });
    expect(said + portal.output()).not.toMatch(/unhandled|uncaught/i);
  },
);
