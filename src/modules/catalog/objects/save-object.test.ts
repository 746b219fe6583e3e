import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '#kit/refusal.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { importSeasonFile } from '#modules/catalog/season/season.service.ts';
import { textHash } from '#platform/html/text-hash.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { createSeasonFolder, type Loose, type SeasonFolder } from '#tests/support/season/season-folder.ts';
import { CATALOG_OBJECTS, type ObjectKind } from './catalog-objects.ts';
import { columnOf } from './objects.queries.ts';
import { saveObject, type ObjectChange } from './save-object.service.ts';
import { startSaving } from './saving.service.ts';

let shop: SeasonApp;
let staff: StaffMember;
let seasons: SeasonFolder;

beforeAll(async () => {
  [shop, seasons] = await Promise.all([openSeasonApp(), createSeasonFolder()]);
  staff = await aStaffMember(shop.app, shop.context.db);
});
afterAll(async () => {
  await shop.close();
  await seasons.remove();
});

async function rows(query: ReturnType<typeof sql>): Promise<Loose[]> {
  return (await shop.context.db.execute(query)).rows;
}
const idOf = async (query: ReturnType<typeof sql>): Promise<number> => Number((await rows(query))[0].id);

const save = (change: ObjectChange) =>
  shop.context.db.transaction(async (tx) => {
    const by = { staff: { user_id: staff.user_id, impersonator_id: null }, action: 'test.save' };
    return saveObject(await startSaving(tx, shop.context.clock.now(), by), change);
  });

const refusalOf = async (work: Promise<unknown>): Promise<Refusal> => {
  const error = await work.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Refusal);
  return error as Refusal;
};

const version = async () => (await rows(sql`select version from catalog_version`))[0].version as string;

const lastAudit = async () => (await rows(sql`select * from audit_log order by id desc limit 1`))[0];

describe('an object that is saved', () => {
  it('has a column for each of its fields, but for what a school shows now', () => {
    const missing = Object.entries(CATALOG_OBJECTS).flatMap(([kind, { fields }]) =>
      Object.keys(fields)
        .filter((field) => columnOf(kind as ObjectKind, field) === undefined)
        .map((field) => `${kind}.${field}`),
    );
    expect(missing).toEqual(['period.is_current', 'period_group.is_current']);
  });

  it('is found by its id, keeps what is left out, and leaves before and after in the audit log', async () => {
    const id = await idOf(sql`select id from addons order by id limit 1`);
    const [before] = await rows(sql`select * from addons where id = ${id}`);
    const was = await version();
    expect(await save({ kind: 'addon', id, fields: { amount: 7_700 } })).toMatchObject({ change: 'changed' });
    expect(await rows(sql`select * from addons where id = ${id}`)).toEqual([
      { ...before, amount_cents: 7_700 },
    ]);
    expect(await version()).not.toBe(was);
    expect(await lastAudit()).toMatchObject({
      action: 'test.save',
      subject: `addon:${id}`,
      detail: { amount_cents: 7_700, amount_cents_before: Number(before.amount_cents) },
    });
  });

  it('is added by its natural key, below its parent', async () => {
    const parent_id = await idOf(sql`select id from routes order by id limit 1`);
    const fields = { name: 'Tea', text: 'Tea on the bus', amount: 500, is_admin_only: false };
    const first = await save({ kind: 'addon', parent_id, position: 9, fields });
    const again = await save({ kind: 'addon', parent_id, position: 9, fields });
    expect([first, again].map(({ id, change }) => [id, change])).toEqual([
      [first.id, 'added'],
      [first.id, 'unchanged'],
    ]);
  });

  it('is refused by an unknown id', async () => {
    const { kind } = await refusalOf(save({ kind: 'route', id: 987_654, fields: { capacity: 3 } }));
    expect(kind).toBe(catalogRefusals.not_found);
  });

  it('stores clean texts, and the audit log has their hashes', async () => {
    const id = await idOf(sql`select id from period_program_groups order by id limit 1`);
    await save({ kind: 'period_group', id, fields: { active_msg: '<p>Old</p>' } });
    const written = '<p>New<script>alert(1)</script></p>';
    await save({ kind: 'period_group', id, fields: { active_msg: written } });
    expect((await lastAudit()).detail).toEqual({
      active_msg: textHash('<p>New</p>'),
      active_msg_before: textHash('<p>Old</p>'),
    });
  });
});

describe('what is stored', () => {
  const told = async (change: ObjectChange) => (await refusalOf(save(change))).extras.field_errors;
  const toldByImport = async (edit: (season: Loose) => void) => {
    const work = importSeasonFile(shop.context, await seasons.write(edit));
    return String(await work.catch((error: Error) => error.message)).replace(/^[^:]*/, '');
  };

  it('keeps seats that are taken, in the same words for staff and a file', async () => {
    await shop.context.db.execute(sql`update routes set seats_taken = 3 where name = 'Late bus only'`);
    const id = await idOf(sql`select r.id from routes r join period_programs pp on pp.id = r.period_program_id
      join programs p on p.id = pp.program_id where p.name = 'ecfs-ms-us' and r.name = 'Late bus only'`);
    const late = { kind: 'route', id, fields: { capacity: 2 } } as const;
    expect(await told(late)).toEqual({ capacity: ['Capacity must be 3 or more: 3 are sold.'] });
    const edit = (season: Loose) => {
      const sale = season.periods[0].programs.find((one: Loose) => one.program === 'ecfs-ms-us');
      sale.routes.find((one: Loose) => one.name === 'Late bus only').capacity = 2;
    };
    expect(await toldByImport(edit)).toBe(': must be 3 or more: 3 are sold');
  });

  it('keeps uses of an aid code', async () => {
    const [code] = await rows(sql`update financial_aid_codes set max_uses = 5, uses = 4
      where id = (select min(id) from financial_aid_codes) returning id, code`);
    const sentence = 'must be 4 or more: it has already been used that many times';
    const fewer = { kind: 'aid_code', id: Number(code.id), fields: { max_uses: 3 } } as const;
    expect(Object.values((await told(fewer))!)).toEqual([[expect.stringContaining(` ${sentence}.`)]]);
    const edit = (season: Loose) => {
      const codes = season.periods[0].programs.flatMap((one: Loose) => one.financial_aid_codes);
      codes.find((one: Loose) => one.code === code.code).max_uses = 3;
    };
    expect(await toldByImport(edit)).toBe(`: ${sentence}`);
  });
});
