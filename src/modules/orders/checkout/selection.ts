import { Refusal, refuseField } from '#kit/refusal.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type {
  AddonForSale,
  DiscountForSale,
  RouteForSale,
  TermForSale,
} from '#modules/catalog/routes/route-for-sale.ts';
import type { NotSold } from '#modules/catalog/routes/not-sold.states.ts';
import { isClosing, whyClosed } from '#modules/catalog/routes/on-sale.ts';
import { getOfferedAddons } from '#modules/pricing/offered-addons.ts';
import { getOfferedTerm } from '#modules/pricing/offered-terms.ts';
import type { ContractSelection } from '#modules/orders/orders.contract.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { isForSiblings, siblingRuleOf } from '#modules/pricing/sibling-discount.ts';
import { asIssued } from '#modules/orders/contracts/contract-number.ts';
/** `is_sibling` must still be verified (B2). */
type ChosenDiscount = { id: number; contract_number: string; is_sibling: boolean };

type Entry = { id: number; contract_number: string };

export type SelectionFacts = {
  sale: RouteForSale | undefined;
  student: { has_photo: boolean };
  product_id: number;
  is_staff: boolean;
  today: PlainDate;
  /** the family had begun to check out before the school closed by its hour (SE8.5) */
  has_open_checkout: boolean;
  /** reasons that do not close the route: staff sell although closed, an offer is kept (OF3.2) */
  sold_although?: readonly NotSold[];
};

export type ResolvedSelection = {
  sale: RouteForSale;
  term: TermForSale;
  addons: AddonForSale[];
  grade: { id: number; text: string } | null;
  discount: ChosenDiscount | null;
  pickup_north: string | null;
  pickup_cross: string | null;
  special_request: string | null;
};

/**
 * Checks in the order of the wizard (O1, T7, B4, B7).
 * @throws a refusal naming the field at fault, as `contract.route_id`
 */
export function resolveSelection(wanted: ContractSelection, facts: SelectionFacts): ResolvedSelection {
  const sale = routeOnSale(wanted, facts);
  if (sale.period_program.is_photo_required && !facts.student.has_photo) {
    throw refuseField(orderRefusals.photo_required, 'contract.student_id');
  }
  const when = { today: facts.today, isStaff: facts.is_staff };
  const addons = getOfferedAddons(sale.addons, wanted.addon_ids, facts.is_staff);
  return {
    sale,
    term: termOf(
      sale,
      getOfferedTerm(sale.terms, wanted.payment_term_id, when).id,
      wanted.payment_term_type_id,
    ),
    addons: addons.map((addon) => sale.addons.find(({ id }) => id === addon.id)!),
    grade: gradeOf(wanted, sale),
    discount: chosenDiscount(wanted.route_discounts, sale.discounts, facts.is_staff),
    ...pickupOf(wanted, sale),
    special_request: wanted.special_request,
  };
}

export function discountOf(selection: ResolvedSelection): DiscountForSale | undefined {
  return selection.sale.discounts.find(({ id }) => id === selection.discount?.id);
}

function refuseChoice(field: string): Refusal<undefined> {
  return refuseField(orderRefusals.selection_invalid, `contract.${field}`);
}

/** The family may choose another program; for any other reason the form is outdated. */
const CLOSED_PROGRAM: readonly NotSold[] = [
  'school_off',
  'season_off',
  'school_opens',
  'school_closed',
  'program_off',
];

function routeOnSale(
  wanted: ContractSelection,
  { sale, product_id, has_open_checkout, sold_although = [] }: SelectionFacts,
): RouteForSale {
  if (!sale) throw refuseChoice('route_id');
  if (sale.program.id !== wanted.program_id) throw refuseChoice('program_id');
  const isFinished = has_open_checkout && isClosing(sale);
  const why = isFinished ? null : whyClosed(sale);
  const closed = why && sold_although.includes(why) ? null : why;
  if (closed && CLOSED_PROGRAM.includes(closed))
    throw refuseField(orderRefusals.program_closed, 'contract.program_id');
  const isEnded = !sale.route.is_active && !sold_although.includes('route_ended');
  if (closed || isEnded) throw refuseChoice('route_id');
  if (wanted.product_id && wanted.product_id !== product_id) throw refuseChoice('product_id');
  return sale;
}

function termOf(sale: RouteForSale, id: number, typeId: number | null | undefined): TermForSale {
  const term = sale.terms.find((offered) => offered.id === id)!;
  // The form sends the type; a type unlike the term means an outdated form.
  if (typeId && typeId !== term.payment_term_type_id) throw refuseChoice('payment_term_type_id');
  return term;
}

export function gradeOf(
  wanted: Pick<ContractSelection, 'grade_id'>,
  { program }: RouteForSale,
): { id: number; text: string } | null {
  const grade = program.grades.find(({ id }) => id === wanted.grade_id);
  if (grade) return grade;
  if (wanted.grade_id || program.grades.length > 0) throw refuseChoice('grade_id');
  return null;
}

export function pickupOf(
  wanted: Pick<ContractSelection, 'pickup_north' | 'pickup_cross'>,
  { route, period_program }: RouteForSale,
) {
  const kept = route.has_pickup_location || period_program.has_pickup_location;
  return { pickup_north: kept ? wanted.pickup_north : null, pickup_cross: kept ? wanted.pickup_cross : null };
}

/**
 * The number may have been checked against another route's discount; a route without a sibling discount drops
 * the number (B4, B7).
 * @throws selection_invalid for more than one entry, or for a staff discount from a parent
 */
export function chosenDiscount(
  entries: readonly Entry[],
  discounts: readonly DiscountForSale[],
  isStaff: boolean,
): ChosenDiscount | null {
  const [entry, ...more] = entries;
  if (!entry) return null;
  const named = discounts.find(({ id }) => id === entry.id);
  const isStaffsAlone = named !== undefined && !isForSiblings(named);
  if (more.length > 0 || (isStaffsAlone && !isStaff)) {
    throw refuseField(orderRefusals.selection_invalid, 'contract.route_discounts');
  }
  const rule = named ?? siblingRuleOf(discounts);
  return rule
    ? { id: rule.id, contract_number: asIssued(entry.contract_number), is_sibling: isForSiblings(rule) }
    : null;
}
