import { send, verifyEmailOf, type Answer, type Person } from './people.ts';
import {
  aBuyer,
  aCard,
  acceptancesOf,
  aContract,
  type Buyer,
  type Offer,
  type SeasonApp,
} from './season-app.ts';

type Changes = Record<string, unknown>;

const userOf = async (who: Person): Promise<number> => (await who.call('GET', '/user')).items[0].id;

/** The calls of staff and families about offers, for tests of a season with one route. */
export function offersOf(shop: SeasonApp, route: () => Offer, staff: () => Person) {
  const post = (who: Person, url: string, payload: object, key?: string): Promise<Answer> =>
    send(shop.app, {
      method: 'POST',
      url,
      payload,
      headers: {
        authorization: `Bearer ${who.tokens.access_token}`,
        ...(key && { 'idempotency-key': key }),
      },
    });
  async function requestOf(buyer: Buyer, changes: Changes = {}): Promise<object> {
    const body = {
      user_id: await userOf(buyer),
      contract: aContract(buyer, route(), 'HML-RT-S2'),
      pay_by: 'family',
      ...changes,
    };
    const { items } = await staff().call('POST', '/admin/offers/preview', body);
    return { ...body, quote_hash: items[0]?.quote.quote_hash ?? 'none' };
  }
  const make = async (buyer: Buyer, changes: Changes = {}): Promise<Answer> =>
    staff().call('POST', '/admin/offers', await requestOf(buyer, changes));
  return {
    post,
    requestOf,
    make,
    async made(buyer: Buyer, changes: Changes = {}): Promise<any> {
      const { items, errors } = await make(buyer, changes);
      if (!items[0]) throw new Error(errors.join());
      return items[0];
    },
    accept: (buyer: Buyer, id: number, changes: object = {}, key?: string): Promise<Answer> =>
      post(
        buyer,
        `/offers/${id}/accept`,
        { payment: aCard(), acceptances: acceptancesOf(route()), ...changes },
        key,
      ),
    stateOf: async (id: number): Promise<string> =>
      (await staff().call('GET', `/admin/offers/${id}`)).items[0].state,
    async seatsLeft({ period_program_id, route_id }: Offer): Promise<number> {
      const { items } = await send(shop.app, {
        method: 'GET',
        url: `/route/read/all/${period_program_id}/1`,
      });
      return items.find(({ id }: any) => id === route_id).seats_left;
    },
    async aVerifiedBuyer(): Promise<Buyer> {
      const buyer = await aBuyer(shop.app);
      await verifyEmailOf(shop.app, buyer);
      return buyer;
    },
  };
}

/** As on the first day: no orders, holds and open offers. */
export async function freeAllSeats({ context }: SeasonApp): Promise<void> {
  const { pool, asOwner } = context.database;
  await asOwner('truncate seat_holds, waiting_list');
  await pool.query("update sale_offers set state = 'ended' where state = 'open'");
  await pool.query("update orders set status = 'cancelled' where status <> 'payment_failed'");
  await pool.query('update routes set seats_taken = 0');
}
