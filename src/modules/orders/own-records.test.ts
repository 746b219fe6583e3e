import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aBuyer,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type Buyer,
  type SeasonApp,
} from '#tests/support/app/season-app.ts';
import { anAddressForm } from '#tests/support/forms/student-form.ts';

let shop: SeasonApp;
let families: [Buyer, Buyer];

beforeAll(async () => {
  shop = await openSeasonApp();
  const offer = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  const aCustomer = async () => {
    const buyer = await aBuyer(shop.app);
    await buyer.call('POST', '/address', anAddressForm());
    await checkOut(shop.app, buyer, { contract: aContract(buyer, offer, 'HML-RT-S2'), payment: aCard() });
    return buyer;
  };
  families = [await aCustomer(), await aCustomer()];
});
afterAll(() => shop.close());

const LISTS = ['/student', '/address', '/order', '/accounting/payment-methods/read/all'];

describe('a family', () => {
  /** @shows A-287 B-265 */
  it('sees its own students, addresses, orders and payment methods, and nobody else’s', async () => {
    for (const list of LISTS) {
      const [mine, theirs] = await Promise.all(
        families.map(async (family) => (await family.call('GET', list)).items.map(({ id }) => id)),
      );
      expect([list, mine!.length, theirs!.length]).toEqual([list, 1, 1]);
      expect(theirs).not.toContain(mine![0]);
      if (list.endsWith('all')) continue;
      const [ownStatus, foreignStatus] = await Promise.all(
        families.map(async (family) => (await family.call('GET', `${list}/${mine![0]}`)).status),
      );
      expect([list, ownStatus, foreignStatus]).toEqual([list, 200, 404]);
    }
  });

  it('cannot remove a student who has a contract', async () => {
    const [family] = families;
    const {
      items: [student],
    } = await family.call('GET', `/student/${family.student_id}`);
    expect(student.contract_details_count).toBe(1);
    const answer = await family.call('DELETE', `/student/${family.student_id}`);
    expect([answer.status, answer.errors]).toEqual([409, ['You can’t delete a student who has contracts.']]);
    expect((await family.call('GET', `/student/${family.student_id}`)).items).toEqual([student]);
  });
});
