import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { options } from '#db/tables/accounts/accounts.ts';
import * as catalogTables from '#db/tables/catalog/catalog.ts';
import { addons, paymentTerms, routeDiscounts, routes } from '#db/tables/catalog/routes.ts';
import type { Tx } from '#platform/db/database.ts';
import { createSeasonContext, type TestContext } from '#tests/support/app/test-context.ts';
import { holdCatalogVersion, lockCatalog, readCatalogVersion } from './catalog-version.queries.ts';
import { currentCatalog } from './current-catalog.service.ts';

let t: TestContext;
beforeAll(async () => void (t = await createSeasonContext()));
afterAll(() => t.close());

const { catalogVersion: _version, ...ofCatalog } = catalogTables;
const TABLES = [...Object.values(ofCatalog), options, addons, paymentTerms, routeDiscounts, routes];
const versionNow = () => readCatalogVersion(t.db);
const write = (statement: string) => t.db.execute(sql.raw(statement));

describe('the catalog in memory', () => {
  it.each(TABLES.map((table) => [getTableName(table), table] as const))(
    'is read again after any column of %s was written',
    async (name, table) => {
      const columns = Object.keys(getTableColumns(table)).filter(
        (column) => !['id', 'only_row', 'seats_taken'].includes(column),
      );
      for (const column of columns) {
        const before = await versionNow();
        await write(`update ${name} set ${column} = ${column}`);
        expect(await versionNow(), `${name}.${column}`).not.toBe(before);
      }
      const before = await versionNow();
      await write(`delete from ${name} where false`);
      expect(await versionNow()).not.toBe(before);
    },
  );

  it('is not read again when seats are sold, whose count it does not hold', async () => {
    const before = await versionNow();
    await write('update routes set seats_taken = seats_taken');
    expect(await versionNow()).toBe(before);
    expect(Object.keys((await currentCatalog(t.db)).routes[0]!)).not.toContain('seats_taken');
  });

  it('holds each row as the database has it', async () => {
    const { routes: held } = await currentCatalog(t.db);
    const { seats_taken: _taken, ...columns } = getTableColumns(routes);
    expect(held).toEqual(await t.db.select(columns).from(routes).orderBy(routes.id));
    const { periods: years } = await currentCatalog(t.db);
    const { periods } = catalogTables;
    const { published_at: _at, ...ofPeriods } = getTableColumns(periods);
    const stored = await t.db.select(ofPeriods).from(periods).orderBy(periods.id);
    expect(years).toEqual(stored.map((period) => ({ ...period, is_draft: false })));
  });

  it('shows a transaction its own writes, and everybody else what was there before it', async () => {
    const nameIn = async (db: Parameters<typeof currentCatalog>[0]) =>
      (await currentCatalog(db)).company[0]?.name;
    const before = await nameIn(t.db);
    const undone = t.db.transaction(async (tx) => {
      await tx.execute(sql`update company set name = 'Renamed'`);
      expect(await nameIn(tx)).toBe('Renamed');
      expect(await nameIn(t.db)).toBe(before);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await nameIn(t.db)).toBe(before);
  });

  it('cannot be changed by a request that was given it', async () => {
    const { routes: held } = await currentCatalog(t.db);
    expect(() => Object.assign(held[0]!, { name: 'Changed' })).toThrow(TypeError);
  });
});

describe('a version that an order holds', () => {
  const isWaiting = async () => {
    const { rows } = await t.db.execute(
      sql`select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows.length > 0;
  };

  it.each([
    [
      'a write by hand',
      async (tx: Tx) => void (await tx.execute(sql`update routes set capacity = capacity`)),
    ],
    ['an import', lockCatalog],
  ])('keeps %s waiting until the order is signed', async (_what, writeIn) => {
    let writing: Promise<unknown> | undefined;
    await t.db.transaction(async (tx) => {
      await holdCatalogVersion(tx);
      writing = t.db.transaction(writeIn);
      await expect.poll(isWaiting).toBe(true);
    });
    await writing;
    expect(await isWaiting()).toBe(false);
  });

  it('is that of the write that it waited for', async () => {
    let holding: Promise<string> | undefined;
    const written = await t.db.transaction(async (tx) => {
      await tx.execute(sql`update routes set capacity = capacity`);
      holding = t.db.transaction(holdCatalogVersion);
      await expect.poll(isWaiting).toBe(true);
      return readCatalogVersion(tx);
    });
    expect(await holding).toBe(written);
  });
});
