import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '#kit/refusal.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { readSeason } from '#modules/catalog/season/read-season.ts';
import { importSeasonFile } from '#modules/catalog/season/season.service.ts';
import { textHash } from '#platform/html/text-hash.ts';
import { openSeasonApp, type SeasonApp } from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';
import { createSeasonFolder, type Loose, type SeasonFolder } from '#tests/support/season/season-folder.ts';
import { CATALOG_OBJECTS, type ObjectKind } from '#modules/catalog/objects/catalog-objects.ts';
import { columnOf } from '#modules/catalog/objects/objects.queries.ts';
import { applyChanges, momentOf } from './apply-changes.service.ts';
import type { Change } from './change.ts';

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

const save = (...changes: Change[]) =>
  shop.context.db.transaction((tx) =>
    applyChanges(tx, momentOf(shop.context.clock), {
      changes,
      source: 'form',
      staff: { user_id: staff.user_id, impersonator_id: null },
      action: 'test.save',
    }),
  );

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
    expect(missing).toEqual(['period.is_current', 'period.is_draft', 'period_group.is_current']);
  });

  it('is found by its id, keeps what is left out, and leaves before and after in the audit log', async () => {
    const id = await idOf(sql`select id from addons order by id limit 1`);
    const [before] = await rows(sql`select * from addons where id = ${id}`);
    const was = await version();
    const [row] = (await save({ op: 'update', kind: 'addon', id, fields: { amount: 77 } })).rows;
    expect(row).toEqual({ kind: 'addon', id, version: Number(before.version) + 1, key: null });
    expect(await rows(sql`select * from addons where id = ${id}`)).toEqual([
      { ...before, amount_cents: 7_700, version: Number(before.version) + 1 },
    ]);
    expect(await version()).not.toBe(was);
    expect(await lastAudit()).toMatchObject({
      action: 'test.save',
      subject: `addon:${id}`,
      detail: {
        change_set_id: expect.any(Number),
        before: { amount_cents: Number(before.amount_cents) },
        after: { amount_cents: 7_700 },
      },
    });
  });

  it('is added below its parent, and refused with a natural key that a sibling has', async () => {
    const parent = await idOf(sql`select id from routes order by id limit 1`);
    const fields = { name: 'Tea', text: 'Tea on the bus', amount: 5, is_admin_only: false };
    const tea = { op: 'create', kind: 'addon', parent, fields } as const;
    const { rows: added } = await save({ ...tea, key: '#1' });
    expect(added).toEqual([{ kind: 'addon', id: expect.any(Number), version: 1, key: '#1' }]);
    const { extras } = await refusalOf(save(tea));
    expect(extras.field_errors).toEqual({ 'changes[0].fields.name': ['Name repeats add-on Tea.'] });
  });

  it('is refused by an unknown id', async () => {
    const { kind } = await refusalOf(
      save({ op: 'update', kind: 'route', id: 987_654, fields: { capacity: 3 } }),
    );
    expect(kind).toBe(catalogRefusals.not_found);
  });

  it('stores clean texts, and the audit log has their hashes', async () => {
    const id = await idOf(sql`select id from period_program_groups order by id limit 1`);
    await save({ op: 'update', kind: 'period_group', id, fields: { active_msg: '<p>Old</p>' } });
    const written = '<p>New<script>alert(1)</script></p>';
    await save({ op: 'update', kind: 'period_group', id, fields: { active_msg: written } });
    expect((await lastAudit()).detail).toEqual({
      change_set_id: expect.any(Number),
      before: { active_msg: textHash('<p>Old</p>'), version: 2 },
      after: { active_msg: textHash('<p>New</p>'), version: 3 },
    });
  });
});

describe('what is stored', () => {
  const told = async (change: Change) => (await refusalOf(save(change))).extras.field_errors;
  const toldByImport = async (edit: (season: Loose) => void) => {
    const work = importSeasonFile(shop.context, await seasons.write(edit));
    return String(await work.catch((error: Error) => error.message)).replace(/^[^:]*/, '');
  };

  it('keeps seats that are taken, in the same words for staff and a file', async () => {
    await shop.context.db.execute(sql`update routes set seats_taken = 3 where name = 'Late bus only'`);
    const id = await idOf(sql`select r.id from routes r join period_programs pp on pp.id = r.period_program_id
      join programs p on p.id = pp.program_id where p.name = 'ecfs-ms-us' and r.name = 'Late bus only'`);
    const late = { op: 'update', kind: 'route', id, fields: { capacity: 2 } } as const;
    expect(await told(late)).toEqual({
      'changes[0].fields.capacity': ['Capacity must be 3 or more: 3 are sold.'],
    });
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
    const fewer = { op: 'update', kind: 'aid_code', id: Number(code.id), fields: { max_uses: 3 } } as const;
    expect(Object.values((await told(fewer))!)).toEqual([[expect.stringContaining(` ${sentence}.`)]]);
    const edit = (season: Loose) => {
      const codes = season.periods[0].programs.flatMap((one: Loose) => one.financial_aid_codes);
      codes.find((one: Loose) => one.code === code.code).max_uses = 3;
    };
    expect(await toldByImport(edit)).toBe(`: ${sentence}`);
  });
});

describe('a call of staff that writes an object', () => {
  /** What a season file says of these fields. */
  async function inAFile(fields: object, pick: (season: Loose) => object): Promise<Record<string, string>> {
    const file = JSON.parse(await readFile(await seasons.write(), 'utf8'));
    Object.assign(pick(file), fields);
    const known = { division: [], program_group: [], program: [] };
    const { problems } = readSeason(file, { today: shop.context.clock.today(), known });
    return Object.fromEntries(problems.map(({ place, problem }) => [place.split('.').at(-1)!, problem]));
  }
  const sentences = (fields: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(fields).map(([name, [said]]) => [name, said!]));

  it('draws no code against the rules of a file', async () => {
    const wrong = {
      max_uses: 0,
      awarded_amount: 10.005,
      least_amount: '20',
      needs_confirmation: 'yes',
      expires_on: 'soon',
    };
    const { status, fields } = await staff.call('POST', '/admin/aid-codes', {
      period_program_id: 1,
      ...wrong,
    });
    const { code: _, ...file } = await inAFile(
      wrong,
      (season) => season.periods[0].programs.flatMap((one: Loose) => one.financial_aid_codes)[0],
    );
    expect(status).toBe(422);
    expect(sentences(fields)).toEqual({
      max_uses: `Number of uses ${file.max_uses}.`,
      awarded_amount: `Awarded amount ${file.awarded_amount}.`,
      least_amount: `Minimum amount ${file.least_amount}.`,
      needs_confirmation: `Needs confirmation ${file.needs_confirmation}.`,
      expires_on: `Expires on ${file.expires_on}.`,
    });
  });

  it('opens no window against them', async () => {
    const [{ id }] = (await staff.call('GET', '/admin/request-windows')).items;
    const wrong = { refund_open: 1, refund_cutoff: '03/04/2027', reassign_open: 'no', reassign_cutoff: 7 };
    const { fields } = await staff.call('PUT', `/admin/request-windows/${id}`, wrong);
    const file = await inAFile(wrong, (season) => season.periods[0]);
    expect(sentences(fields)).toEqual({
      refund_open: `Refund open ${file.refund_open}.`,
      refund_cutoff: `Refund cutoff ${file.refund_cutoff}.`,
      reassign_open: `Reassign open ${file.reassign_open}.`,
      reassign_cutoff: `Reassign cutoff ${file.reassign_cutoff}.`,
    });
  });

  it('takes a relative day, as a file does', async () => {
    const period_program_id = await idOf(sql`select min(id) as id from period_programs
      where accept_financial_aid`);
    const body = { period_program_id, max_uses: 1, expires_on: 'today+30d' };
    const [code] = (await staff.call('POST', '/admin/aid-codes', body)).items;
    const [{ day }] = await rows(sql`select ${shop.context.clock.today()}::date + 30 as day`);
    expect(code.expires_on).toBe(String(day).slice(0, 10));
  });

  it('writes no landing page that is too long', async () => {
    const [{ id }] = (await staff.call('GET', '/admin/landing-messages')).items;
    const texts = { active_msg: 'x'.repeat(20_001), inactive_msg: 7 };
    const { fields } = await staff.call('PUT', `/admin/landing-messages/${id}`, texts);
    const file = await inAFile({ active_msg: 7 }, (season) => season.periods[0].program_groups[0]);
    expect(file.active_msg).toBe('must be text of at most 200000 characters');
    const here = 'must be text of at most 20000 characters';
    expect(Object.values(sentences(fields)).map((said) => said.replace(/^.*?(?=must)/, ''))).toEqual([
      `${here}.`,
      `${here}.`,
    ]);
  });
});
