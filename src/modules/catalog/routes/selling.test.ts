import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importDemoSeason } from '#tests/support/season/demo-season.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';
import { findAidCode, getRouteForSale, releaseAidCode, useAidCode } from './selling.service.ts';

let context: TestContext;

beforeAll(async () => {
  context = await createTestContext();
  await importDemoSeason(context);
});
afterAll(() => context.close());

const one = async (query: string) => (await context.database.pool.query(query)).rows[0];
const routeId = async (identifier: string): Promise<number> =>
  (await one(`select route_id from payment_terms where identifier = '${identifier}'`)).route_id;

const inTx = <T>(work: Parameters<typeof context.db.transaction<T>>[0]) => context.db.transaction(work);

describe('a route for sale', () => {
  it('brings everything that an order is checked and priced with', async () => {
    const found = await getRouteForSale(context.db, context.clock.now(), await routeId('HML-RT-S2'));
    expect(found).toMatchObject({
      route: { name: 'Round trip', has_surge_pricing: false, surge_pricing_text: null },
      period_program: { accept_financial_aid: true, is_photo_required: false },
      program: { name: 'hm-lower' },
      program_group: { path: 'hm', is_active: true },
      period_program_group: { is_active: true, first_day_of_school: '2026-09-07' },
      company: { half_rounding_unit_cents: 1, aid_fee_base: 'subtotal' },
      surcharges: [{ payment_type: 'paymentTypeCreditCard', amount_flat: null, amount_percentage: 3000 }],
    });
    expect(found!.program_group.current_period_id).toBe(found!.period.id);
    expect(found!.terms.map(({ deposit, amount }) => [deposit, amount])).toEqual([
      [420_000, 0],
      [445_000, 0],
      [220_000, 215_000],
      [210_000, 0],
    ]);
    expect(found!.program.grades).toHaveLength(8);
  });

  it('holds the declared fields only, though its tables have more', async () => {
    const found = (await getRouteForSale(context.db, context.clock.now(), await routeId('HML-RT-S2')))!;
    const fieldsOf = (part: object | undefined) => Object.keys(part ?? {}).toSorted();
    expect(fieldsOf(found.terms[0])).toEqual([
      'amount',
      'deposit',
      'from_dt',
      'id',
      'identifier',
      'is_admin_only',
      'name',
      'number_payments',
      'payment_term_type',
      'payment_term_type_id',
      'prefix_text',
      'scheduled_dt',
      'thru_dt',
    ]);
    expect(fieldsOf(found.addons[0])).toEqual(['amount', 'id', 'is_admin_only', 'name', 'text']);
    expect(fieldsOf(found.discounts[0])).toEqual([
      'amount_flat',
      'amount_percentage',
      'id',
      'is_sibling_discount',
      'text',
    ]);
    expect(fieldsOf(found.surcharges[0])).toEqual([
      'amount_flat',
      'amount_percentage',
      'id',
      'name',
      'payment_type',
    ]);
    expect(fieldsOf(found.period)).toEqual([
      'aid_balance_due_dt',
      'ends_on',
      'id',
      'name',
      'starts_on',
      'text',
    ]);
    expect(fieldsOf(found.division)).toEqual([
      'address_1',
      'city',
      'company_name',
      'id',
      'phone_main',
      'state',
      'zip',
    ]);
    expect(fieldsOf(found.company)).toEqual([
      'aid_fee_base',
      'half_rounding_unit_cents',
      'name',
      'time_zone',
    ]);
  });

  it('is none where there is no such route', async () => {
    expect(await getRouteForSale(context.db, context.clock.now(), 999_999)).toBeUndefined();
  });
});

describe('a financial aid code', () => {
  const of = async (program: string) =>
    (
      await one(
        `select pp.id from period_programs pp join programs p on p.id = pp.program_id
          join periods e on e.id = pp.period_id where p.name = '${program}' and e.name = '2027'`,
      )
    ).id as number;

  it('is found however it is typed, in its own program only', async () => {
    expect(await findAidCode(context.db, await of('hm-lower'), '  hm-award ')).toMatchObject({
      code: 'HM-AWARD',
      awarded_amount: 125_050,
      max_uses: 1,
      uses: 0,
      student_id: null,
    });
    expect(await findAidCode(context.db, await of('rcs-lower'), 'HM-AWARD')).toBeUndefined();
  });

  /** @shows MC13.3 */
  it.each(['hm award', 'HMAWARD', ' HM\u2013Award ', 'hm.award'])('is found typed as %j', async (typed) => {
    expect(await findAidCode(context.db, await of('hm-lower'), typed)).toMatchObject({ code: 'HM-AWARD' });
  });

  /** @shows MC13.3 */
  it('is found with O for 0 and I for 1, and nearer codes come first', async () => {
    const program = await of('hm-lower');
    await one(`insert into financial_aid_codes (period_program_id, code, needs_confirmation)
      select ${program}, code, false from unnest(array['READ-1O', 'READ-I0', 'F0-1']) code returning id`);
    const found = async (typed: string) => (await findAidCode(context.db, program, typed))?.code;
    expect([await found('fo-i'), await found('read i0'), await found('read-1o'), await found('--')]).toEqual([
      'F0-1',
      'READ-I0',
      'READ-1O',
      undefined,
    ]);
  });

  it('is used as often as it allows', async () => {
    const { id } = (await findAidCode(context.db, await of('hm-lower'), 'HM-AWARD'))!;
    const used = await Promise.all(Array.from({ length: 8 }, () => inTx((tx) => useAidCode(tx, id))));
    expect(used.filter(Boolean)).toHaveLength(1);
    expect([await inTx((tx) => releaseAidCode(tx, id)), await inTx((tx) => releaseAidCode(tx, id))]).toEqual([
      true,
      false,
    ]);
  });
});
