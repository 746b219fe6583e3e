import { refuseField } from '#kit/refusal.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { findAidCode, getRouteForSale } from '#modules/catalog/routes/selling.service.ts';
import type { Selection } from '#modules/pricing/price-list.ts';
import type { Quote } from '#modules/pricing/pricing.contract.ts';
import { buildQuote } from '#modules/pricing/quote.ts';
import { getStudent, type StudentRecord } from '#modules/students/students.service.ts';
import type { Tx } from '#platform/db/database.ts';
import { applyAid, isUsableAidCode, type AppliedAid } from '#modules/orders/discounts/aid-code.ts';
import type { ContractSelection, PlaceOrder } from '#modules/orders/orders.contract.ts';
import { getProductId } from '#modules/orders/orders.queries.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { resolveSelection, type ResolvedSelection } from './selection.ts';
import { earnsDiscount } from '#modules/orders/discounts/sibling-number.service.ts';

/** What a body asks to be priced. */
export type WantedContract = { contract: ContractSelection; financial_aid?: PlaceOrder['financial_aid'] };

/** A selection that may be signed today, and what it costs. */
export type PricedSelection = {
  student: StudentRecord;
  selection: ResolvedSelection;
  aid: AppliedAid | null;
  quote: Quote;
  /** what was priced: the same can be priced for a check */
  chosen: Selection;
  product_id: number;
};

/**
 * Looks up the facts of a selection, checks them and prices them: what quoting shows and placing charges.
 * @throws student_not_found for a student of another family, and the refusals of selection, aid and price
 * Source: O1, A5, B3, C4
 */
export async function priceSelection(
  tx: Tx,
  viewer: Viewer,
  wanted: WantedContract,
  today: PlainDate,
): Promise<PricedSelection> {
  const { contract, financial_aid } = wanted;
  const isStaff = actsAsStaff(viewer);
  const student = await getStudent(tx, viewer.user_id, contract.student_id);
  const sale = await getRouteForSale(tx, contract.route_id);
  const product_id = await getProductId(tx);
  const facts = { sale, student, product_id, is_staff: isStaff, today };
  const selection = resolveSelection(contract, facts);
  const aid = financial_aid
    ? await verifyAid(tx, selection, financial_aid, { today, student_id: student.id })
    : null;
  // With aid a sibling's number is ignored, and so is whether it is a good one (B6).
  if (!aid) await verifySibling(tx, viewer, selection, student);
  const chosen: Selection = {
    payment_term_id: selection.term.id,
    addonIds: selection.addons.map(({ id }) => id),
    discountId: selection.discount?.id ?? null,
    aid: aid && { amount_cents: aid.amount },
    isStaff,
  };
  const quote = buildQuote(chosen, selection.sale, today);
  return { student, selection, aid, quote, chosen, product_id };
}

async function verifyAid(
  tx: Tx,
  { sale }: ResolvedSelection,
  typed: { code: string; amount: number },
  { today, student_id }: { today: PlainDate; student_id: number },
): Promise<AppliedAid> {
  const code = await findAidCode(tx, sale.period_program.id, typed.code);
  if (!code || !isUsableAidCode(code, today, student_id))
    throw refuseField(orderRefusals.aid_code_invalid, 'financial_aid.code');
  return applyAid(code, typed.amount);
}

async function verifySibling(
  tx: Tx,
  viewer: Viewer,
  { sale, discount }: ResolvedSelection,
  student: StudentRecord,
): Promise<void> {
  if (!discount?.is_sibling) return;
  const place = { period_id: sale.period.id, program_group_id: sale.program_group.id };
  if (await earnsDiscount(tx, viewer, discount.contract_number, { place, student })) return;
  throw refuseField(orderRefusals.sibling_number_invalid, 'contract.route_discounts');
}

/** Staff, also while they look through a parent's eyes, may use any term and add-on of a route (T7). */
function actsAsStaff(viewer: Viewer): boolean {
  return viewer.is_staff || viewer.impersonator_id !== null;
}
