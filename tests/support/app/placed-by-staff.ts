import { aBuyer, acceptancesOf, aCard, aContract, aStudentOf, checkOut } from './season-app.ts';
import type { Buyer, Offer, SeasonApp } from './season-app.ts';
import type { Person } from './people.ts';
import { impersonate } from './staff.ts';

export type StaffPlacedOrder = {
  family: Person;
  staff: Person;
  /** the family's place as staff see it */
  office: Person;
  order_id: number;
  /** as the checkout answered it */
  order: any;
};

/** An order that staff have placed through the eyes of a family, paid by a card that it had saved. */
export async function placedByStaff(
  shop: SeasonApp,
  offer: Offer,
  { staff, family, term = 'HML-RT-S2' }: { staff: Person; family?: Person; term?: string },
): Promise<StaffPlacedOrder> {
  const parent = family ?? (await aPayingFamily(shop, offer, term));
  const [saved] = (await parent.call('GET', '/accounting/payment-methods/read/all')).items;
  const sister = { student_id: await aStudentOf(parent, { first_name: 'Ngozi' }) };
  const office = await impersonate(shop.app, staff, parent);
  const { items, errors } = await checkOut(shop.app, office, {
    contract: aContract(sister, offer, term),
    payment: { payment_method_id: saved.id },
    acceptances: acceptancesOf(offer).filter(({ kind }) => kind !== 'ach'),
  });
  if (!items[0]) throw new Error(errors.join());
  return { family: parent, staff, office, order_id: items[0].id, order: items[0] };
}

async function aPayingFamily({ app }: SeasonApp, offer: Offer, term: string): Promise<Buyer> {
  const family = await aBuyer(app);
  const { errors } = await checkOut(app, family, {
    contract: aContract(family, offer, term),
    payment: aCard(),
    acceptances: acceptancesOf(offer),
  });
  if (errors.length > 0) throw new Error(errors.join());
  return family;
}
