import { refuseField } from '#kit/refusal.ts';
import { FAMILY } from '#kit/endpoint/right.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { pick } from '#kit/pick.ts';
import { contractProductOf } from '#modules/catalog/current-catalog.service.ts';
import { NOT_SOLD, type NotSold } from '#modules/catalog/routes/not-sold.states.ts';
import type { RouteForSale } from '#modules/catalog/routes/route-for-sale.ts';
import { routeForSale } from '#modules/catalog/routes/selling.service.ts';
import { withColleague } from '#modules/orders/checkout/given-at-signing.service.ts';
import {
  chosenOf,
  priceSelection,
  quoteOf,
  verifyAid,
  type PriceFacts,
  type PricedSelection,
  type Reading,
  type WantedContract,
} from '#modules/orders/checkout/price-selection.service.ts';
import { resolveSelection } from '#modules/orders/checkout/selection.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { buildOfferQuote } from '#modules/pricing/quote.ts';
import type { HeldPrices, Offer } from './encrypted-offers.service.ts';
import { heldQuote } from './held-quote.ts';

/** The hours of a school and its switch: staff may sell although closed, with a reason (OF3.2). */
const HOURS: readonly NotSold[] = ['season_off', 'school_opens', 'school_closed'];

/** Staff at the wizard of a family: every term, add-on and discount of the route (T7, B4). */
export const sellerFor = (staff: Pick<Viewer, 'user_id' | 'session_id'>, user_id: number): Viewer => ({
  ...FAMILY,
  roles: [],
  user_id,
  impersonator_id: staff.user_id,
  session_id: staff.session_id,
});

type Contract = WantedContract['contract'];

/** A discount for staff stands in place of the discounts of the choice. */
export const withStaffDiscount = (contract: Contract, discount_id: number | null): Contract =>
  discount_id === null
    ? contract
    : { ...contract, route_discounts: [{ id: discount_id, contract_number: '' }] };

type Wanted = { contract: WantedContract; although_closed: string | null };

/**
 * The price that the wizard of the family would tell staff (OF3.3), with the prices of a check and of cash.
 * @throws the refusals of `priceSelection`
 */
export async function priceForOffer(
  reading: Reading,
  seller: Viewer,
  { contract, although_closed }: Wanted,
  facts: PriceFacts,
): Promise<PricedSelection> {
  const sold_although = although_closed === null ? [] : HOURS;
  const priced = await priceSelection(reading, seller, { ...contract, sold_although }, facts);
  const asked = { isStaff: true, today: facts.today, card_fee: facts.card_fee };
  return { ...priced, ...quoteOf(priced.selection, priced.aid, asked, buildOfferQuote) };
}

/** All that the sums of a selection depend on. */
export function heldPrices({ selection, facts: { card_fee } }: PricedSelection): HeldPrices {
  const { sale, term, addons, discount } = selection;
  return {
    terms: [term],
    addons,
    discounts: sale.discounts.filter(({ id }) => id === discount?.id),
    surcharges: sale.surcharges,
    company: pick(sale.company, ['half_rounding_unit_cents', 'aid_fee_base']),
    card_fee,
  };
}

/** The route with the texts of now and the prices of the offer. @throws selection_invalid */
export function offeredSale(facts: Pick<PriceFacts, 'catalog'>, offer: Offer): RouteForSale {
  const sale = routeForSale(facts.catalog, offer.route_id);
  if (!sale) throw refuseField(orderRefusals.selection_invalid, 'contract.route_id');
  const { card_fee: _, company, ...prices } = offer.prices;
  return { ...sale, ...prices, company: { ...sale.company, ...company } };
}

/**
 * The selection of an offer at the price of the offer, whatever was changed or has closed since: the number
 * of a sibling and a discount of staff were checked when the offer was made, the uses of an aid code are
 * checked again (OF3.6).
 * @throws photo_required, aid_code_invalid, selection_invalid
 */
export async function priceAsOffered(
  { db }: Reading,
  viewer: Viewer,
  offer: Offer,
  { card_fee: _, ...facts }: PriceFacts,
): Promise<PricedSelection> {
  const { contract, financial_aid } = offer.selection;
  const { catalog, student, today } = facts;
  const { priced_on } = offer;
  const product_id = contractProductOf(catalog).id;
  const selection = resolveSelection(contract, {
    sale: offeredSale(facts, offer),
    student,
    product_id,
    is_staff: true,
    today: priced_on,
    has_open_checkout: false,
    sold_although: NOT_SOLD,
  });
  const of = { today: priced_on, student_id: student.id };
  const verified = financial_aid ? await verifyAid(db, selection, financial_aid, of) : null;
  const aid = verified && (await withColleague(db, viewer, { aid: verified, selection, catalog }));
  return {
    facts: { ...facts, card_fee: offer.prices.card_fee },
    student,
    selection,
    aid,
    quote: heldQuote(offer.quote, today),
    chosen: chosenOf(selection, aid, true),
    product_id,
    seller: sellerFor({ user_id: offer.made_by_id, session_id: viewer.session_id }, viewer.user_id),
  };
}
