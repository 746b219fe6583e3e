import type { Viewer } from '#kit/endpoint/viewer.ts';
import type { Place } from '#kit/list/list-endpoint.ts';
import { centsFromDollars } from '#kit/money.ts';
import { pick } from '#kit/pick.ts';
import { Refusal } from '#kit/refusal.ts';
import { fullName } from '#kit/text/full-name.ts';
import { sellingCatalog, type SellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { presentTexts } from '#modules/orders/checkout/accepted-texts.service.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { pickupText } from '#modules/orders/pickup-text.ts';
import { knownIds, orderFilters } from '#modules/orders/reading/list-places.service.ts';
import { offerState } from '#modules/orders/sale-offer.states.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/database.ts';
import { inOrderOf, listedPage } from '#platform/db/found-rows.ts';
import type { AskedOf, ListDeps, ReadList } from '#platform/db/list-reading.ts';
import type { Vault } from '#platform/vault/vault.ts';
import { openOffer, type OfferedSelection } from './encrypted-offers.service.ts';
import { heldQuote } from './held-quote.ts';
import type {
  listOffers as listOffersCall,
  OfferedChoice,
  OfferListRow,
  OfferListSort,
  OfferResponse,
  StaffOffer,
} from './offers.contract.ts';
import {
  listedOffers,
  listMakers,
  listOfferDetails,
  listOfferRows,
  OFFER_SORTS,
  type OfferWithPeople,
} from './offers.queries.ts';
import { offeredSale } from './price-offer.service.ts';

type Deps = { db: Db; clock: Pick<Clock, 'now' | 'today'>; vault: Vault };

type Facts = Pick<Deps, 'clock' | 'vault'> & { catalog: SellingCatalog };

function toOfferResponse(found: OfferWithPeople, { clock, vault, catalog }: Facts): OfferResponse {
  const { family, student, made_by, order_status } = found;
  const offer = openOffer(vault, found.offer);
  const sale = offeredSale({ catalog }, offer);
  const state = offerState(offer, clock.now());
  const { contract } = offer.selection;
  return {
    ...pick(offer, ['id', 'pay_by', 'payment_method_id', 'note', 'order_id', 'replaced_by_id']),
    state,
    family: pick(family, ['id', 'first_name', 'last_name']),
    student,
    school: pick(sale.program_group, ['id', 'text', 'path', 'line_color']),
    program: pick(sale.program, ['id', 'text']),
    period: sale.period.text,
    line: pick(sale.route, ['id', 'name']),
    term: pick(sale.terms[0]!, ['id', 'name']),
    addons: sale.addons.map(({ text }) => text),
    grade: sale.program.grades.find(({ id }) => id === contract.grade_id)?.text ?? null,
    pickup: pickupText(contract),
    special_request: contract.special_request,
    quote: state === 'open' ? heldQuote(offer.quote, clock.today()) : offer.quote,
    made_by: fullName(made_by),
    made_at: offer.made_at.toISOString(),
    ends_at: offer.ends_at.toISOString(),
    answered_at: offer.answered_at?.toISOString() ?? null,
    decline_reason: offer.answer,
    is_check_awaited: order_status === 'awaiting_check',
    texts:
      state === 'open'
        ? presentTexts(sale, 'paymentTypeAch').map((text) => pick(text, ['kind', 'html', 'text_hash']))
        : [],
  };
}

/** @throws offer_not_found for an unknown offer, or another family's */
export async function readOffer(
  { db, clock, vault }: Deps,
  { id, user_id }: { id: number; user_id?: number },
): Promise<OfferResponse> {
  const [found] = await listOfferRows(db, { id, user_id });
  if (!found) throw new Refusal(orderRefusals.offer_not_found);
  return toOfferResponse(found, { clock, vault, catalog: await sellingCatalog(db, clock.now()) });
}

/** With the whole choice, for a change or another sale (OF3.10). @throws offer_not_found */
export async function readOfferForStaff(deps: Deps, { id }: { id: number }): Promise<StaffOffer> {
  const [found] = await listOfferRows(deps.db, { id });
  if (!found) throw new Refusal(orderRefusals.offer_not_found);
  const facts = { ...deps, catalog: await sellingCatalog(deps.db, deps.clock.now()) };
  const offer = openOffer(deps.vault, found.offer);
  const period_id = offeredSale(facts, offer).period.id;
  return { ...toOfferResponse(found, facts), chosen: { period_id, ...choiceOf(offer.selection) } };
}

function choiceOf({
  contract,
  financial_aid,
  ...reasons
}: OfferedSelection): Omit<OfferedChoice, 'period_id'> {
  const [discount] = contract.route_discounts;
  return {
    ...pick(contract, ['addon_ids', 'pickup_north', 'pickup_cross']),
    ...pick(reasons, ['although_closed', 'beyond_limit']),
    grade_id: contract.grade_id ?? null,
    // A discount of staff has no number of a sibling.
    staff_discount_id: discount?.contract_number === '' ? discount.id : null,
    sibling_number: discount?.contract_number || null,
    aid: financial_aid
      ? { code: financial_aid.code, amount_cents: centsFromDollars(financial_aid.amount) }
      : null,
  };
}

export async function listOffersOfFamily(
  { db, clock, vault }: Deps,
  { user_id }: Pick<Viewer, 'user_id'>,
): Promise<OfferResponse[]> {
  const found = await listOfferRows(db, { user_id });
  const catalog = await sellingCatalog(db, clock.now());
  return found.map((row) => toOfferResponse(row, { clock, vault, catalog }));
}

/**
 * A page of the offers to families.
 * @throws filter_invalid
 */
export async function listOffers(
  { db, clock, vault }: ListDeps,
  { sort, after, limit, found, countTo, ...asked }: AskedOf<typeof listOffersCall> & Place<OfferListSort>,
): ReadList<OfferListRow, { staff: { id: number; name: string }[] }> {
  const now = clock.now();
  const staff = (await listMakers(db)).map(({ id, ...name }) => ({ id, name: fullName(name) }));
  const listed = listedOffers(now, {
    ...orderFilters({ vault, catalog: await sellingCatalog(db, now) }, asked),
    states: asked.state,
    by: knownIds('by', asked.by, staff),
  });
  const query = { place: { sort, after, limit }, sort: OFFER_SORTS[sort], found, countTo };
  const { amount_cents: _none, ...page } = await listedPage(db, listed, query);
  const rows = inOrderOf(page.rows, await listOfferDetails(db, page.rows));
  return { ...page, rows: rows.map((row) => toListRow(row, vault, now)), staff };
}

function toListRow({ offer, family, student, made_by, route }: OfferWithPeople, vault: Vault, now: Date) {
  const { quote } = openOffer(vault, offer);
  const { paymentTypeAch, paymentTypeNone } = quote.by_payment_type;
  const priced = paymentTypeAch ?? paymentTypeNone;
  return {
    id: offer.id,
    state: offerState(offer, now),
    family: pick(family, ['id', 'first_name', 'last_name']),
    student: pick(student, ['first_name', 'last_name']),
    school: route.school,
    line: route.name,
    due_today_cents: priced.due_today_cents,
    year_total_cents: priced.year_total_cents,
    made_by: fullName(made_by),
    made_at: offer.made_at.toISOString(),
    ends_at: offer.ends_at.toISOString(),
    order_id: offer.order_id,
  };
}

export { lostOfferWork } from './offers.queries.ts';
