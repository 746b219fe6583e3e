import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkLadder } from '../../scripts/ladder/check-ladder.ts';

const ROOT = join(import.meta.dirname, '../..');
const root = mkdtempSync(join(tmpdir(), 'schoolrun-tables-'));
afterAll(() => rmSync(root, { recursive: true }));

const PG = "import { pgSchema, pgTable } from 'drizzle-orm/pg-core';\n";
const TABLES = {
  'src/db/tables/orders/orders.ts': `${PG}export const orders = pgTable('orders', {});`,
  'src/db/tables/catalog/routes.ts': `${PG}export const routes = pgTable(\n  'routes', {});`,
  'src/db/tables/students.ts': `${PG}export const students = pgTable('students', {});`,
  'src/db/tables/sandbox.ts': `${PG}const sandbox = pgSchema('sandbox');
    export const sandboxRefunds = sandbox.table('refunds', {});`,
};
const ORDERS = "import { orders } from '#db/tables/orders/orders.ts';\n";
const SQL = "import { sql } from 'drizzle-orm';\n";

function check(files: Record<string, string>) {
  rmSync(join(root, 'src'), { recursive: true, force: true });
  for (const [path, source] of Object.entries({ ...TABLES, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), source);
  }
  return checkLadder(root);
}

const foreignWrites = (path: string, source: string) =>
  check({ [path]: source }).violations.filter((one) => one.includes('only its module writes a table'));

const BILLING = 'src/modules/billing/payments/payments.queries.ts';
const ORDER_TABLES = 'src/db/tables/orders/orders.ts';

describe('a table', () => {
  it('is written by its module alone', () => {
    const report = checkLadder(ROOT);
    expect(report.violations).toEqual([]);
    expect(report.writesRead).toBeGreaterThan(30);
  });

  it.each([
    ['an update', `${ORDERS}export const end = (tx) => tx.update(orders).set({ past_due: true });`],
    ['an insert', `${ORDERS}export const add = (tx) => tx.insert(orders).values({}).returning();`],
    ['a delete', `${ORDERS}export async function drop(tx) { await tx.delete(orders); }`],
    [
      'an update under another name',
      "import { orders as o } from '#db/tables/orders/orders.ts';\no1.update(o);",
    ],
    ['an update by a namespace', "import * as t from '#db/tables/orders/orders.ts';\ntx.update(t.orders);"],
    ['a list of written tables', `${ORDERS}const TABLES = writtenTables({ order: { table: orders } });`],
    ['SQL with the table', `${SQL}${ORDERS}tx.execute(sql\`update \${orders} set past_due = true\`);`],
    ['SQL with a type', `${SQL}${ORDERS}tx.execute(sql<number>\`delete from \${orders}\`);`],
    ['SQL with the name', `${SQL}tx.execute(sql\`insert into orders (id) values (\${1})\`);`],
    ['SQL with the name in quotes', `${SQL}tx.execute(sql\`UPDATE "orders" set past_due = true\`);`],
    ['SQL that is raw', `${SQL}tx.execute(sql.raw('truncate table orders'));`],
    ['SQL inside of SQL', `${SQL}sql\`with old as (\${sql\`delete from only orders\`}) select 1\`;`],
  ])('is not written by another module: %s', (_, source) => {
    expect(foreignWrites(BILLING, source)).toEqual([
      `${BILLING} -> ${ORDER_TABLES}: only its module writes a table (ask that module's service)`,
    ]);
  });

  it.each([
    ['src/modules/orders/orders.service.ts', `${SQL}sql\`update orders set past_due = true\`;`],
    ['src/modules/catalog/catalog.queries.ts', `${SQL}sql\`delete from sandbox.refunds\`;`],
    ['src/platform/outbox/outbox.queries.ts', `${SQL}sql\`delete from sandbox.refunds\`;`],
    ['src/platform/clock/clock.queries.ts', `${SQL}sql\`update orders set past_due = true\`;`],
    ['src/db/demo/orders.queries.ts', `${SQL}sql\`update orders set past_due = true\`;`],
    ['src/server/main.ts', `${SQL}sql\`update orders set past_due = true\`;`],
  ])('is not written in %s', (path, source) => {
    expect(foreignWrites(path, source)).toHaveLength(1);
  });

  it.each([
    ['src/modules/orders/staff/staff.queries.ts', `${ORDERS}tx.update(orders).set({});`],
    ['src/modules/catalog/routes/routes.queries.ts', `${SQL}sql\`update routes set capacity = 1\`;`],
    ['src/platform/payments/sandbox/sandbox.queries.ts', `${SQL}sql\`delete from sandbox.refunds\`;`],
    ['src/db/demo/people.queries.ts', `${SQL}sql\`insert into students (id) values (1)\`;`],
  ])('may be written in %s', (path, source) => {
    expect(foreignWrites(path, source)).toEqual([]);
  });

  it.each([
    ['a query', `${ORDERS}export const all = (db) => db.select().from(orders);`],
    ['a lock', `${SQL}${ORDERS}sql\`select 1 from \${orders} for update of orders\`;`],
    ['a hash', `${ORDERS}export const hash = (text) => createHash('sha256').update(text);`],
    ['a text', "export const help = 'You can update orders here.';"],
  ])('may be read by anyone: %s', (_, source) => {
    expect(foreignWrites(BILLING, source)).toEqual([]);
  });

  it('has a module', () => {
    const { violations } = check({ 'src/db/tables/attic.ts': `${PG}export const old = pgTable('old', {});` });
    expect(violations).toContain(
      'src/db/tables/attic.ts: tables have a module (scripts/ladder/table-owners.ts says which)',
    );
  });
});
