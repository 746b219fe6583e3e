import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clockSettings } from '#db/tables/platform.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts';
import { onOneConnection } from './at-once.ts';
import type { Db } from './database.ts';
import { UNFLUSHED } from './unflushed.ts';

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.drop());

const waits = async (db: Db) => {
  const { rows } = await db.execute<{ setting: string }>(
    sql`select current_setting('synchronous_commit') as setting`,
  );
  return rows[0]!.setting;
};

it('a commit that may be lost does not wait for the disk, the next one of its connection does', async () => {
  await onOneConnection(database.db, async (one) => {
    // The servers of tests do not wait by default, because they may lose everything.
    await one.execute(sql`set synchronous_commit = on`);
    const [written] = await one
      .update(clockSettings)
      .set({ offset_ms: 1 })
      .returning({ unflushed: UNFLUSHED, setting: sql`current_setting('synchronous_commit')` });
    expect(written).toMatchObject({ setting: 'off' });
    expect(await waits(one)).toBe('on');
  });
});

it('what it wrote is read by everybody at once', async () => {
  await database.db.update(clockSettings).set({ offset_ms: 2 }).returning({ unflushed: UNFLUSHED });
  expect(await database.db.select().from(clockSettings)).toMatchObject([{ offset_ms: 2 }]);
});
