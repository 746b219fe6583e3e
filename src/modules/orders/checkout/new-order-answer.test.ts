import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { AID_CODE, changeAidCode, checkOutWithAid } from '#tests/support/app/aid-to-confirm.ts';
import { placedByStaff } from '#tests/support/app/placed-by-staff.ts';
import { aStaffMember } from '#tests/support/app/staff.ts';
import {
  aBankAccount,
  aBuyer,
  aCard,
  aContract,
  anOffer,
  aStudentOf,
  checkOut,
  openSeasonApp,
  type Buyer,
  type Offer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';

let shop: SeasonApp;
let offer: Offer;
let buyer: Buyer;
beforeAll(async () => {
  shop = await openSeasonApp();
  offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
});
beforeEach(async () => void (buyer = await aBuyer(shop.app, { guardian_1_phone_mobile: '718-555-0144' })));
afterAll(() => shop.close());

const readAgain = async (id: number) => (await buyer.call('GET', `/order/${id}`)).items[0];

const numberOf = (order: any) => order.order_detail.contract.contract_number;

const bought = async (payload: object) => {
  const { items, errors } = await checkOut(shop.app, buyer, payload);
  expect(errors).toEqual([]);
  return items[0];
};

const lateBus = () => ({
  addon_ids: [offer.addon('late-bus')],
  pickup_north: 'Riverdale',
  special_request: 'Front seat',
});
const ofItsOwn = () => ({ email: buyer.email, password: buyer.password });

it.each([
  ['a card with its fee, in two payments', () => ({ payment: aCard() })],
  ['a bank account, whose debit is on its way', () => ({ payment: aBankAccount(), user: ofItsOwn() })],
  [
    'aid that the office confirms afterwards',
    () => ({ payment: aCard(), financial_aid: { code: AID_CODE, amount: 150 } }),
  ],
])('an order by %s is answered as it is read afterwards', async (_, paid) => {
  const order = await bought({ contract: aContract(buyer, offer, 'HML-RT-S2', lateBus()), ...paid() });
  expect(numberOf(order)).toMatch(/^27-HM-/);
  expect(order.payments.length).toBeGreaterThan(1);
  expect(order).toEqual(await readAgain(order.id));
});

it('a second child with the discount of the first one is answered as it is read afterwards', async () => {
  const first = await bought({ contract: aContract(buyer, offer, 'HML-RT-S2'), payment: aCard() });
  const sister = { student_id: await aStudentOf(buyer, { first_name: 'Ngozi' }) };
  const route_discounts = [{ id: offer.discount(), contract_number: numberOf(first) }];
  const [saved] = (await buyer.call('GET', '/accounting/payment-methods/read/all')).items;
  const second = await bought({
    contract: aContract(sister, offer, 'HML-RT-S2', { route_discounts }),
    payment: { payment_method_id: saved.id },
  });
  expect(second.order_detail.contract.contract_detail.route_discounts).toHaveLength(1);
  expect(second).toEqual(await readAgain(second.id));
});

it('an order that staff place for a family says who has placed it, as it does when it is read', async () => {
  const staff = await aStaffMember(shop.app, shop.context.db);
  const { office, order } = await placedByStaff(shop, offer, { staff });
  expect(order.staff_placed).not.toBeNull();
  expect(order).toEqual((await office.call('GET', `/order/${order.id}`)).items[0]);
});

it('an order that waits for its aid is answered as it is read afterwards', async () => {
  await changeAidCode(shop, { needs_confirmation: true });
  try {
    const { answer } = await checkOutWithAid(shop, { amount: 150, buyer });
    const [order] = answer.items;
    expect(order.is_active).toBe(false);
    expect(order).toEqual(await readAgain(order.id));
  } finally {
    await changeAidCode(shop, { needs_confirmation: false });
  }
});
