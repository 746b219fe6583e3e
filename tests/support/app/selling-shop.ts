import { freeAllSeats, offersOf } from './offers.ts';
import { paperOf } from './paper.ts';
import { anOffer, openSeasonApp } from './season-app.ts';
import { aStaffMember, type StaffMember } from './staff.ts';

/**
 * A season with a route that staff sell, by offers and on paper.
 * @param staff  who makes the calls; a test that moves the clock logs in once more
 */
export async function openSellingShop(start: Date, staff: () => StaffMember) {
  const shop = await openSeasonApp();
  shop.context.clock.moveTo(start);
  const roundTrip = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  return {
    shop,
    roundTrip,
    offers: offersOf(shop, () => roundTrip, staff),
    paper: paperOf(shop, staff),
    /** Before each test: the first moment, free seats, and a member of staff who has just logged in. */
    async begin(): Promise<StaffMember> {
      shop.context.clock.moveTo(start);
      await freeAllSeats(shop);
      return aStaffMember(shop.app, shop.context.db);
    },
  };
}

export type SellingShop = Awaited<ReturnType<typeof openSellingShop>>;
