import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AID_CODE, changeAidCode } from '#tests/support/app/aid-to-confirm.ts';
import { freeAllSeats, offersOf } from '#tests/support/app/offers.ts';
import { send } from '#tests/support/app/people.ts';
import {
  aContract,
  anOffer,
  aStudentOf,
  openSeasonApp,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { aStaffMember, type StaffMember } from '#tests/support/app/staff.ts';

vi.setConfig({ testTimeout: 30_000 });

let shop: SeasonApp;
let staff: StaffMember;
let roundTrip: Offer;
let offers: ReturnType<typeof offersOf>;

beforeAll(async () => {
  shop = await openSeasonApp();
  roundTrip = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  offers = offersOf(
    shop,
    () => roundTrip,
    () => staff,
  );
}, 60_000);
afterAll(() => shop.close());
beforeEach(async () => {
  staff = await aStaffMember(shop.app, shop.context.db);
  await freeAllSeats(shop);
});

const paidBy = ({ quote }: any) => quote.by_payment_type.paymentTypeAch;

async function aStaffDiscount(): Promise<number> {
  const { rows } = await shop.context.db.execute<{ id: number }>(
    sql`insert into route_discounts (route_id, text, is_sibling_discount, amount_flat_cents)
      values (${roundTrip.route_id}, ${`Goodwill ${randomUUID()}`}, false, 10000) returning id::int`,
  );
  return rows[0]!.id;
}

async function aSiblingRule(): Promise<number> {
  const { rows } = await shop.context.db.execute<{ id: number }>(
    sql`select id::int from route_discounts where route_id = ${roundTrip.route_id} and is_sibling_discount`,
  );
  return rows[0]!.id;
}

describe('an offer with a concession', () => {
  /** @shows OF3.2 */
  it('has a discount of staff, which the family cannot choose and signs', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const id = await aStaffDiscount();
    const plain = await offers.made(buyer);
    const made = await offers.made(buyer, { staff_discount_id: id, replaces_id: plain.id });
    expect(paidBy(plain).year_total_cents - paidBy(made).year_total_cents).toBe(10_000);
    const accepted = await offers.accept(buyer, made.id);
    expect(accepted.errors).toEqual([]);
    const [order] = (await buyer.call('GET', '/order')).items;
    const { route_discounts } = order.order_detail.contract.contract_detail;
    expect(route_discounts).toEqual([expect.objectContaining({ id, amount: 100 })]);
  });

  /** @shows OF3.10 */
  it('is read by staff with all that was chosen, so that a change begins with it', async () => {
    const buyer = await offers.aVerifiedBuyer();
    await changeAidCode(shop, { needs_confirmation: false, max_uses: null });
    const late = roundTrip.addon('late-bus');
    const contract = aContract(buyer, roundTrip, 'HML-RT-S2', {
      addon_ids: [late],
      pickup_north: 'W 96th St',
    });
    const discount = await aStaffDiscount();
    const reasons = { although_closed: 'Moved here in March', beyond_limit: 'Twins' };
    const aid = { code: AID_CODE, amount_cents: 100_050 };
    const plain = await offers.made(buyer, { contract, staff_discount_id: discount, ...reasons });
    const changed = await offers.made(buyer, { contract, aid, replaces_id: plain.id });
    const chosenIn = async (id: number) => (await staff.call('GET', `/admin/offers/${id}`)).items[0].chosen;
    const kept = {
      grade_id: roundTrip.grade_id,
      addon_ids: [late],
      pickup_north: 'W 96th St',
      pickup_cross: null,
    };
    expect(await chosenIn(plain.id)).toEqual({
      period_id: expect.any(Number),
      ...kept,
      ...reasons,
      staff_discount_id: discount,
      sibling_number: null,
      aid: null,
    });
    expect(await chosenIn(changed.id)).toMatchObject({ ...kept, staff_discount_id: null, aid });
    expect((await buyer.call('GET', `/offers/${changed.id}`)).items[0]).not.toHaveProperty('chosen');
  });

  /** @shows OF3.10 */
  it('keeps the number of a sibling for a change', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const signed = await offers.accept(buyer, (await offers.made(buyer)).id);
    expect(signed.errors).toEqual([]);
    const [order] = (await buyer.call('GET', '/order')).items;
    const { contract_number } = order.order_detail.contract;
    const sister = { ...buyer, student_id: await aStudentOf(buyer, { first_name: 'Ngozi' }) };
    const rule = await aSiblingRule();
    const contract = aContract(sister, roundTrip, 'HML-RT-S2', {
      route_discounts: [{ id: rule, contract_number: contract_number.toLowerCase() }],
    });
    const { id } = await offers.made(sister, { contract });
    const { chosen } = (await staff.call('GET', `/admin/offers/${id}`)).items[0];
    expect(chosen).toMatchObject({ sibling_number: contract_number, staff_discount_id: null });
  });

  /** @shows OF3.1 OF3.6 */
  it('has aid by a code, whose uses are checked again as the family accepts', async () => {
    await changeAidCode(shop, { needs_confirmation: false, max_uses: null });
    const aid = { code: AID_CODE, amount_cents: 100_000 };
    const [first, second] = [await offers.aVerifiedBuyer(), await offers.aVerifiedBuyer()];
    const [one, other] = [await offers.made(first, { aid }), await offers.made(second, { aid })];
    expect(paidBy(one).year_total_cents).toBe(100_000);
    const { rows } = await shop.context.db.execute<{ uses: number }>(
      sql`select max(uses)::int as uses from financial_aid_codes where code = ${AID_CODE}`,
    );
    await changeAidCode(shop, { max_uses: rows[0]!.uses + 1 });
    expect((await offers.accept(first, one.id)).errors).toEqual([]);
    expect((await offers.accept(second, other.id)).status).toBe(422);
    expect(await offers.stateOf(other.id)).toBe('open');
    await changeAidCode(shop, { max_uses: null });
    const [order] = (await first.call('GET', '/order')).items;
    expect(order.order_detail.contract.contract_detail.financial_aid).toMatchObject({ amount: 1000 });
  });

  /** @shows OF3.1 */
  it('takes the code of an award of a school', async () => {
    const buyer = await offers.aVerifiedBuyer();
    const { items: schools } = await staff.call('GET', '/program_group_path/get/path/hm');
    const { id: program_group_id, current_period_id: period_id } = schools[0];
    const granted = await send(shop.app, {
      method: 'POST',
      url: '/admin/awards',
      payload: {
        period_id,
        program_group_id,
        awards: [
          {
            first_name: 'Nobody',
            last_name: 'Found',
            kind: 'pays',
            amount_cents: 150_000,
            milli_percent: null,
          },
        ],
      },
      headers: { authorization: `Bearer ${staff.tokens.access_token}`, 'idempotency-key': randomUUID() },
    });
    expect(granted.errors).toEqual([]);
    const aid = { code: granted.items[0].code, amount_cents: 150_000 };
    const made = await offers.made(buyer, { aid });
    expect(paidBy(made).year_total_cents).toBe(150_000);
    expect((await offers.accept(buyer, made.id)).errors).toEqual([]);
    const [order] = (await buyer.call('GET', '/order')).items;
    expect(order.order_detail.contract.contract_detail.financial_aid).toMatchObject({ amount: 1500 });
  });
});
