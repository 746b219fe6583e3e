import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applyChanges, momentOf } from '#modules/catalog/changes/apply-changes.service.ts';
import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import { tableName } from '#modules/catalog/objects/objects.queries.ts';
import { importSeasonFile } from '#modules/catalog/season/season.service.ts';
import { send } from '#tests/support/app/people.ts';
import {
  aBuyer,
  aContract,
  anOffer,
  openSeasonApp,
  type Buyer,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { createSeasonFolder, type Loose, type SeasonFolder } from '#tests/support/season/season-folder.ts';
import { findAidCode, getRouteForSale } from './selling.service.ts';

let shop: SeasonApp;
let seasons: SeasonFolder;
let school: Loose;
let program: Loose;
let sale: Loose;
let route: Loose;

const read = async (url: string) => (await send(shop.app, { method: 'GET', url })).items;
const statusOf = async (url: string) => (await send(shop.app, { method: 'GET', url })).status;

beforeAll(async () => {
  [shop, seasons] = await Promise.all([openSeasonApp(), createSeasonFolder()]);
  [school] = await read('/program_group_path/get/path/hm');
  program = (await read(`/program/read/all/${school.id}`)).find(({ name }: Loose) => name === 'hm-lower');
  [sale] = await read(`/period/program/read/all/${school.current_period_id}/${program.id}`);
  [route] = await read(`/route/read/all/${sale.id}/1`);
});
afterAll(async () => {
  await shop.close();
  await seasons.remove();
});

const change = (kind: ObjectKind, id: number, fields: object) =>
  shop.context.db.transaction((tx) =>
    applyChanges(tx, momentOf(shop.context.clock), {
      changes: [{ op: 'update', kind, id, fields: { ...fields } }],
      source: 'command',
    }),
  );

const first = async (kind: ObjectKind, of: ReturnType<typeof sql>): Promise<Loose> => {
  const table = sql.identifier(tableName(kind));
  return (await shop.context.db.execute(sql`select * from ${table} where ${of} order by id limit 1`))
    .rows[0]!;
};

describe('an ended object', () => {
  const routeNow = async () =>
    (await read(`/route/read/all/${sale.id}/1`)).find(({ id }: Loose) => id === route.id);

  /** @shows SE3.11 */
  it.each<[ObjectKind, 'payment_terms' | 'addons' | 'discounts']>([
    ['payment_term', 'payment_terms'],
    ['addon', 'addons'],
    ['discount', 'discounts'],
  ])('of kind %s is offered to no family', async (kind, list) => {
    const { id } = route[list][0];
    const idsIn = (of: Loose) => of?.[list].map((each: Loose) => each.id);
    await change(kind, id, { is_active: false });
    expect(idsIn(await routeNow())).not.toContain(id);
    const sold = (await getRouteForSale(shop.context.db, shop.context.clock.now(), route.id))!;
    const offered = { payment_terms: sold.terms, addons: sold.addons, discounts: sold.discounts }[list];
    expect(offered.map((each) => each.id)).not.toContain(id);
    await change(kind, id, { is_active: true });
    expect(idsIn(await routeNow())).toContain(id);
  });

  /** @shows SE3.11 */
  it('is no grade, no surcharge, no printable contract and no aid code any more', async () => {
    const [grade] = await read(`/program/grade/read/all/${program.id}`);
    await change('grade', grade.id, { is_active: false });
    expect((await read(`/program/grade/read/all/${program.id}`)).map(({ id }: Loose) => id)).not.toContain(
      grade.id,
    );
    const surcharge = await first('surcharge', sql`period_program_id = ${sale.id}`);
    await change('surcharge', Number(surcharge.id), { is_active: false });
    const [now] = await read(`/period/program/read/all/${school.current_period_id}/${program.id}`);
    expect(now.payment_type_surcharges).toEqual([]);
    const printable = await first('printable', sql`true`);
    const path = `/storage/period-program-groups/${printable.period_program_group_id}/${printable.file_name}`;
    expect((await shop.app.inject(path)).statusCode).toBe(200);
    await change('printable', Number(printable.id), { is_active: false });
    expect((await shop.app.inject(path)).statusCode).toBe(404);
    const code = await first('aid_code', sql`true`);
    const find = () => findAidCode(shop.context.db, Number(code.period_program_id), code.code);
    expect(await find()).toBeDefined();
    await change('aid_code', Number(code.id), { is_active: false });
    expect(await find()).toBeUndefined();
  });

  /** @shows SE3.11 */
  it('is no program of the school, and its lines are sold no more', async () => {
    await change('program', program.id, { is_active: false });
    expect((await read(`/program/read/all/${school.id}`)).map(({ id }: Loose) => id)).not.toContain(
      program.id,
    );
    expect(await statusOf(`/route/read/all/${sale.id}/1`)).toBe(404);
    expect(
      (await getRouteForSale(shop.context.db, shop.context.clock.now(), route.id))?.period_program,
    ).toMatchObject({
      is_active: false,
    });
    await change('program', program.id, { is_active: true });
  });
});

describe('a draft season', () => {
  let buyer: Buyer;
  let offer: Offer;
  beforeEach(async () => {
    buyer = await aBuyer(shop.app);
    offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
    await change('period', school.current_period_id, { is_draft: true });
    return () => change('period', school.current_period_id, { is_draft: false });
  });

  /** @shows SE3.12 */
  it('is in no answer to a visitor', async () => {
    const period = school.current_period_id;
    expect((await read('/program_group_path/get/path/hm'))[0].current_period_id).toBeNull();
    expect(
      (await read('/program_group/read/all')).every((one: Loose) => one.current_period_id !== period),
    ).toBe(true);
    for (const url of [
      `/period/program_group/read/all/${period}`,
      `/period/program/read/all/${period}`,
      `/route/read/all/${sale.id}/1`,
    ])
      expect([url, await statusOf(url)]).toEqual([url, 404]);
    const printable = await first(
      'printable',
      sql`is_active and period_program_group_id in
        (select id from period_program_groups where period_id = ${period})`,
    );
    const path = `/storage/period-program-groups/${printable.period_program_group_id}/${printable.file_name}`;
    expect((await shop.app.inject(path)).statusCode).toBe(404);
  });

  /** @shows SE3.12 */
  it('sells nothing and keeps no seat', async () => {
    const contract = aContract(buyer, offer, 'HML-RT-S2');
    const quote = await buyer.call('POST', '/order/quote', { contract });
    expect([quote.status, Object.keys(quote.fields)]).toEqual([422, ['contract.route_id']]);
    const hold = await buyer.call('POST', `/route/${offer.route_id}/hold`, { student_id: buyer.student_id });
    expect(hold.status).toBe(404);
  });
});

describe('a season file with ended objects and a draft', () => {
  /** @shows SE3.10 */
  it('is exported as it was imported, and leaves out what has its default', async () => {
    const file = await seasons.write((season) => {
      season.periods[1].is_draft = true;
      const { grades } = season.program_groups[1].programs[0];
      grades[0] = { text: grades[0], is_active: false };
      season.periods[0].programs[1].routes[0].payment_terms[0].is_active = false;
    });
    await importSeasonFile(shop.context, file, { replaceStaff: true });
    expect((await importSeasonFile(shop.context, file)).changes).toEqual([]);
    const draft = await first('period', sql`published_at is null`);
    expect(Number(draft.id)).not.toBe(school.current_period_id);
  });
});
