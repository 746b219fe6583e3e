import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clockSettings } from '#db/tables/platform.ts';
import { openDatabase, type Tx } from '#platform/db/database.ts';
import { silentLog } from '#platform/log/log.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { asSeenOr, mustBeAsSeen, NotAsSeen } from './as-seen.ts';
import { withCommit } from './at-once.ts';
import { prepared, type Slots } from './prepared.ts';

let database: TestDatabase;
let opened: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  database = await createTestDatabase();
  opened = openDatabase(database.url, { log: silentLog(), maxConnections: 1 });
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});
beforeEach(() => setTo(opened.db, 1));

const setTo = async (db: Pick<Tx, 'update'>, offset_ms: number) =>
  void (await db.update(clockSettings).set({ offset_ms }));
const setting = async () => (await opened.db.select().from(clockSettings))[0]!.offset_ms;

const expectSetting = prepared((db, { seen }: Slots<{ seen: number }>) => {
  const isAsSeen = sql`exists (select from ${clockSettings} where ${eq(clockSettings.offset_ms, seen)})`;
  return db.execute(sql`select ${mustBeAsSeen(isAsSeen)}`);
});

/** Expects a setting, and sets it to 10, both with the commit. */
const asSeen = (seen: number) => async (tx: Tx) => {
  withCommit(tx, [expectSetting(tx, { seen }), setTo(tx, 10)]);
  return 'as seen';
};

const divide = prepared((db, { by }: Slots<{ by: number }>) => db.execute(sql`select 1 / ${by}::integer`));

const whatIs = async (tx: Tx) => {
  const [row] = await tx.select().from(clockSettings);
  await setTo(tx, row!.offset_ms + 1);
  return 'as it is';
};

describe('a transaction on what was seen before it', () => {
  it('runs alone where it is still so', async () => {
    expect(await asSeenOr(opened.db, asSeen(1), whatIs)).toBe('as seen');
    expect(await setting()).toBe(10);
  });

  it('leaves nothing behind where it has changed, and the one that reads runs in its place', async () => {
    expect(await asSeenOr(opened.db, asSeen(5), whatIs)).toBe('as it is');
    expect(await setting()).toBe(2);
  });

  it('gives way as well where it has found out by itself', async () => {
    const findsOut = async (tx: Tx): Promise<string> => {
      await setTo(tx, 20);
      throw new NotAsSeen();
    };
    expect(await asSeenOr(opened.db, findsOut, whatIs)).toBe('as it is');
    expect(await setting()).toBe(2);
  });

  it('is not run in another way where something else has failed', async () => {
    const fails = async (tx: Tx) => {
      withCommit(tx, [divide(tx, { by: 0 }), setTo(tx, 20)]);
      return 'never';
    };
    await expect(asSeenOr(opened.db, fails, whatIs)).rejects.toThrow();
    expect(await setting()).toBe(1);
  });
});
