import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { readPdf } from '#tests/support/files/read-pdf.ts';
import { send, type Answer, type Person } from './people.ts';
import {
  aBuyer,
  acceptancesOf,
  aCard,
  aContract,
  anOffer,
  checkOut,
  openSeasonApp,
  type Buyer,
  type Offer,
  type SeasonApp,
} from './season-app.ts';
import { aStaffMember, type StaffMember } from './staff.ts';

/** The contract in force as a selection, with the facts that staff begin with. */
export async function changeOf(staff: StaffMember, order_id: number, changes: object = {}): Promise<any> {
  const [basis] = (await staff.call('GET', `/admin/order/${order_id}/amendments`)).items;
  const { contract, ...facts } = changes as { contract?: object };
  return {
    contract: { ...basis.in_force.contract, ...contract },
    student: null,
    counts_from: basis.today,
    prices_of: 'signing',
    share: 'year',
    fee_cents: basis.change_fee_cents,
    fee_reason: null,
    more: { how: 'payment', pay_on: null },
    less: { first: 'lower', way: 'processor', reference: null },
    schedule: 'keep',
    agree_by: 'family',
    ...facts,
  };
}

export const preview = (staff: StaffMember, order_id: number, change: object): Promise<Answer> =>
  staff.call('POST', `/admin/order/${order_id}/amendments/preview`, change);

type Pressed = { key?: string; seen?: string; reason?: string };

/** Looks at the plan first, as the page does. */
export async function propose(
  { app }: Pick<SeasonApp, 'app'>,
  staff: StaffMember,
  { order_id, change, key = randomUUID(), ...given }: Pressed & { order_id: number; change: object },
): Promise<Answer> {
  const seen = given.seen ?? (await preview(staff, order_id, change)).items[0]?.hash ?? 'none';
  return send(app, {
    method: 'POST',
    url: `/admin/order/${order_id}/amendments`,
    payload: { ...change, reason: given.reason ?? 'The family has moved.', seen },
    headers: { authorization: `Bearer ${staff.tokens.access_token}`, 'idempotency-key': key },
  });
}

export const amendmentOf = async (family: Person, order_id: number): Promise<any> =>
  (await family.call('GET', `/order/${order_id}/amendment`)).items[0];

/** As the page does: with what the family reads at this moment. */
export async function accept(family: Person, order_id: number, changes: object = {}): Promise<Answer> {
  const { text_hash, texts } = await amendmentOf(family, order_id);
  const acceptances = texts.map(({ kind, text_hash: hash }: any) => ({ kind, text_hash: hash }));
  return family.call('POST', `/order/${order_id}/amendment/accept`, { text_hash, acceptances, ...changes });
}

type Office = Pick<SeasonApp, 'app'>;

/** The words of the paper that waits for a signature; blank where there is none. */
export async function paperToSign({ app }: Office, staff: StaffMember, id: number): Promise<string> {
  const [found] = (await staff.call('GET', `/admin/amendments/${id}/paper`)).items;
  if (!found) return '';
  const { rawPayload } = await app.inject({ url: found.path });
  return (await readPdf(rawPayload)).text;
}

/** As staff read it on the paper. */
export const codeOfPaper = async (office: Office, staff: StaffMember, id: number): Promise<string> =>
  /[0-9A-F]{4}-[0-9A-F]{4}/.exec(await paperToSign(office, staff, id))?.[0] ?? 'none';

export type Sold = Buyer & { order_id: number };

/** A shop with two routes of one school and a member of staff who changes contracts. */
export async function routesToChange(start: Date) {
  const shop = await openSeasonApp();
  shop.context.clock.moveTo(start);
  const staff = await aStaffMember(shop.app, shop.context.db);
  const roundTrip = await anOffer(shop.app, 'hm', 'hm-lower', 'Round trip');
  await shop.context.db.execute(sql`update routes set capacity = 400 where name = 'Afternoon only'`);
  const afternoon = await anOffer(shop.app, 'hm', 'hm-lower', 'Afternoon only');
  const sold = async (identifier = 'HML-RT-FE', offer: Offer = roundTrip): Promise<Sold> => {
    const buyer = await aBuyer(shop.app);
    const answer = await checkOut(shop.app, buyer, {
      contract: aContract(buyer, offer, identifier),
      payment: aCard(),
      acceptances: acceptancesOf(offer).filter(({ kind }) => kind !== 'ach'),
    });
    if (answer.status !== 200) throw new Error(answer.errors.join());
    return { ...buyer, order_id: answer.items[0].id };
  };
  const toAfternoon = (order_id: number, facts: object = {}) =>
    changeOf(staff, order_id, {
      contract: { route_id: afternoon.route_id, payment_term_id: afternoon.term('HML-PM-FE'), addon_ids: [] },
      ...facts,
    });
  return { shop, staff, roundTrip, afternoon, sold, toAfternoon };
}
export type RoutesToChange = Awaited<ReturnType<typeof routesToChange>>;
