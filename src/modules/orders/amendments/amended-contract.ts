import { refuseField } from '#kit/refusal.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { pick } from '#kit/pick.ts';
import { isOpenToFamilies } from '#modules/catalog/routes/on-sale.ts';
import type { AddonForSale, RouteForSale, TermForSale } from '#modules/catalog/routes/route-for-sale.ts';
import { signedRouteShape } from '#modules/catalog/routes/routes.contract.ts';
import type { ContractSnapshot } from '#modules/documents/contract-snapshot.ts';
import { chosenDiscount, gradeOf, pickupOf } from '#modules/orders/checkout/selection.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { pricingRefusals } from '#modules/pricing/pricing.refusals.ts';
import { isForSiblings } from '#modules/pricing/sibling-discount.ts';
import { discountAtSigning, yearPrice } from '#modules/pricing/year-price.ts';
import type { ChangedContract } from './amendment-request.contract.ts';
import { amendmentRefusals } from './amendments.refusals.ts';

export type PricesOf = {
  /** the day whose terms are offered: the day of the signature, or today */
  on: PlainDate;
  /** what stays keeps the price with which it was signed */
  keepsSigned: boolean;
};

/** Terms of families on the day, and the terms of staff (OF5.2). */
export const isOfferedOn = (term: TermForSale, on: PlainDate) =>
  term.is_admin_only || isOpenToFamilies(term, on);

/**
 * The contract as it will be: what equals the contract in force stays as signed.
 * @param sale  the route that is wanted
 * @throws amendment_other_season, selection_invalid, term_no_longer_available, addon_not_offered
 * Source: OF5.1, OF5.2
 */
export function amendedContract(
  inForce: ContractSnapshot,
  wanted: ChangedContract,
  { sale, prices }: { sale: RouteForSale | undefined; prices: PricesOf },
): ContractSnapshot {
  const found = saleOfSeason(inForce, wanted, sale);
  const payment_term = termOf(inForce, wanted, { sale: found, prices });
  const addons = addonsOf(inForce, wanted, { sale: found, prices });
  const isSameRoute = found.route.id === inForce.route.id;
  const isSameGrade = (inForce.grade?.id ?? null) === (wanted.grade_id ?? null);
  return {
    ...inForce,
    program: isSameRoute ? inForce.program : pick(found.program, ['id', 'name', 'text']),
    route: isSameRoute ? inForce.route : signedRouteShape.parse(found.route),
    grade: isSameGrade && isSameRoute ? inForce.grade : gradeOf(wanted, found),
    payment_term,
    addons,
    discount: discountOf(inForce, wanted, { sale: found, prices, payment_term, addons }),
    ...(isSamePickup(inForce, wanted) && isSameRoute ? {} : pickupOf(wanted, found)),
    special_request: wanted.special_request,
  };
}

const isSamePickup = (inForce: ContractSnapshot, { pickup_north, pickup_cross }: ChangedContract) =>
  inForce.pickup_north === pickup_north && inForce.pickup_cross === pickup_cross;

function saleOfSeason(
  inForce: ContractSnapshot,
  wanted: ChangedContract,
  sale: RouteForSale | undefined,
): RouteForSale {
  if (!sale) throw refuseField(orderRefusals.selection_invalid, 'contract.route_id');
  if (sale.period.id !== inForce.period.id || sale.program_group.id !== inForce.program_group.id)
    throw refuseField(amendmentRefusals.amendment_other_season, 'contract.route_id');
  if (sale.program.id !== wanted.program_id)
    throw refuseField(orderRefusals.selection_invalid, 'contract.program_id');
  if (sale.route.id !== inForce.route.id && !sale.route.is_active)
    throw refuseField(orderRefusals.selection_invalid, 'contract.route_id');
  return sale;
}

type Sold = { sale: RouteForSale; prices: PricesOf };

function termOf(inForce: ContractSnapshot, wanted: ChangedContract, { sale, prices }: Sold): TermForSale {
  const { payment_term: signed } = inForce;
  if (signed.id === wanted.payment_term_id && prices.keepsSigned) return signed;
  const term = sale.terms.find(({ id }) => id === wanted.payment_term_id);
  if (!term || (term.id !== signed.id && !isOfferedOn(term, prices.on)))
    throw refuseField(pricingRefusals.term_no_longer_available, 'contract.payment_term_id');
  return term;
}

/** In the order of ids, as at checkout. */
function addonsOf(
  inForce: ContractSnapshot,
  wanted: ChangedContract,
  { sale, prices }: Sold,
): AddonForSale[] {
  const offered = prices.keepsSigned ? inForce.addons.concat(sale.addons) : sale.addons;
  const ids = [...new Set(wanted.addon_ids)].toSorted((a, b) => a - b);
  const addons = ids.map((id) => offered.find((addon) => addon.id === id));
  if (ids.length !== wanted.addon_ids.length || addons.some((addon) => !addon))
    throw refuseField(pricingRefusals.addon_not_offered, 'contract.addon_ids');
  return addons as AddonForSale[];
}

type Bought = Sold & Pick<ContractSnapshot, 'payment_term' | 'addons'>;

/** Of the new amount due at signing; a route without such a discount drops the discount (B1, B4, B7). */
function discountOf(
  inForce: ContractSnapshot,
  wanted: ChangedContract,
  { sale, prices, payment_term, addons }: Bought,
): ContractSnapshot['discount'] {
  if (inForce.financial_aid) return null;
  const { discount: signed } = inForce;
  const [entry] = wanted.route_discounts;
  const isSame =
    entry !== undefined && entry.id === signed?.id && entry.contract_number === signed.contract_number;
  const isSameBase =
    payment_term === inForce.payment_term &&
    addons.length === inForce.addons.length &&
    addons.every((addon) => inForce.addons.includes(addon));
  if (isSame && isSameBase && prices.keepsSigned) return signed;
  const chosen = chosenDiscount(wanted.route_discounts, sale.discounts, true);
  const rule = sale.discounts.find(({ id }) => id === chosen?.id);
  if (!chosen || !rule) return null;
  const amount = discountAtSigning({ term: payment_term, addons }, rule);
  return amount === 0
    ? null
    : { id: rule.id, text: rule.text, contract_number: chosen.contract_number, amount };
}

/** A staff discount that the contract in force does not have (MH2). */
export function newStaffDiscount(
  inForce: ContractSnapshot,
  after: ContractSnapshot,
  { discounts }: Pick<RouteForSale, 'discounts'>,
): NonNullable<ContractSnapshot['discount']> | null {
  const rule = discounts.find(({ id }) => id === after.discount?.id);
  if (!after.discount || !rule || isForSiblings(rule)) return null;
  return inForce.discount?.id === after.discount.id ? null : after.discount;
}

/** A sibling's number that the contract in force does not name, and that must be valid (B2). */
export function newSiblingNumber(
  inForce: ContractSnapshot,
  after: ContractSnapshot,
  { discounts }: Pick<RouteForSale, 'discounts'>,
): string | null {
  const rule = discounts.find(({ id }) => id === after.discount?.id);
  if (!after.discount || !rule || !isForSiblings(rule)) return null;
  const { contract_number } = after.discount;
  return contract_number === inForce.discount?.contract_number ? null : contract_number;
}

/** The price of the contract's year (OF5.3). @param isAidDeclined  the family owes the full price (A6) */
export const yearOfContract = (contract: ContractSnapshot, isAidDeclined: boolean) =>
  yearPrice({
    term: contract.payment_term,
    addons: contract.addons,
    discount: contract.discount,
    aid: isAidDeclined ? null : (contract.financial_aid?.amount ?? null),
  });

/** The selection that leads to a contract, for the opposite amendment (OF5.12). */
export const selectionOf = (contract: ContractSnapshot): ChangedContract => ({
  program_id: contract.program.id,
  route_id: contract.route.id,
  payment_term_id: contract.payment_term.id,
  addon_ids: contract.addons.map(({ id }) => id),
  grade_id: contract.grade?.id ?? null,
  pickup_north: contract.pickup_north,
  pickup_cross: contract.pickup_cross,
  special_request: contract.special_request,
  route_discounts: contract.discount
    ? [{ id: contract.discount.id, contract_number: contract.discount.contract_number }]
    : [],
});
