import { findAwardByCode } from '#modules/aid/award-use.service.ts';
import { sellsForOffice } from '#modules/accounts/rights.ts';
import { Refusal, refuseField } from '#kit/refusal.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import {
  contractProductOf,
  heldCatalog,
  sellingCatalog,
  type SellingCatalog,
} from '#modules/catalog/current-catalog.service.ts';
import { findAidCode, routeForSale } from '#modules/catalog/routes/selling.service.ts';
import { feeDayOf, type Charging } from '#modules/billing/billing-context.service.ts';
import type { FeeDay } from '#modules/catalog/card-fee.ts';
import type { CardFee } from '#modules/catalog/catalog.contract.ts';
import { cardFeeOfDay } from '#modules/catalog/catalog.service.ts';
import type { RouteForSale } from '#modules/catalog/routes/route-for-sale.ts';
import type { Selection } from '#modules/pricing/price-list.ts';
import type { OfficePrices, Quote } from '#modules/pricing/quoted-prices.ts';
import { buildQuote } from '#modules/pricing/quote.ts';
import { hadSeatKept } from '#modules/seats/seats.service.ts';
import { getStudent, readStudent, type StudentRecord } from '#modules/students/students.service.ts';
import { atOnce, onOneConnection } from '#platform/db/at-once.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Vault } from '#platform/vault/vault.ts';
import {
  applyAid,
  applyAward,
  isUsableAidCode,
  type AppliedAid,
} from '#modules/orders/discounts/aid-code.ts';
import { findConfirmedAid } from '#modules/orders/discounts/discounts.queries.ts';
import type { ContractSelection, PlaceOrder } from '#modules/orders/orders.contract.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { resolveSelection, type ResolvedSelection, type SelectionFacts } from './selection.ts';
import { checkStaffDiscount, withColleague } from './given-at-signing.service.ts';
import { isMistyped } from '#modules/orders/contracts/contract-number.ts';
import { numberThatEarns } from '#modules/orders/discounts/sibling-number.service.ts';

export type WantedContract = { contract: ContractSelection; financial_aid?: PlaceOrder['financial_aid'] };

export type OfficePayment = keyof OfficePrices;

type Wanted = WantedContract & Pick<SelectionFacts, 'sold_although'>;

export type PricedSelection = {
  facts: PriceFacts;
  student: StudentRecord;
  selection: ResolvedSelection;
  aid: AppliedAid | null;
  quote: Quote;
  chosen: Selection;
  product_id: number;
  /** staff who choose what families cannot: at the family's wizard, or by an offer that the family accepts */
  seller: Viewer;
};

export type PriceFacts = {
  catalog: SellingCatalog;
  student: StudentRecord;
  today: PlainDate;
  card_fee: CardFee;
};

type Asker = { user_id: number; student_id: number };

export const askerOf = ({ user_id }: Viewer, { contract }: Pick<WantedContract, 'contract'>): Asker => ({
  user_id,
  student_id: contract.student_id,
});

type PriceMoment = { now: Date; day: FeeDay };

export const priceMoment = (charging: Charging): PriceMoment => ({
  now: charging.clock.now(),
  day: feeDayOf(charging),
});

/** @throws student_not_found for a student of another family */
export async function readPriceFacts(
  db: Db,
  { user_id, student_id }: Asker,
  { now, day }: PriceMoment,
): Promise<PriceFacts> {
  const [student, catalog] = await onOneConnection(db, (one) =>
    atOnce([readStudent(one, user_id, student_id), sellingCatalog(one, now)]),
  );
  return { catalog, student, today: day.today, card_fee: cardFeeOfDay(catalog, day) };
}

/**
 * The facts stay locked until the transaction ends.
 * @throws student_not_found
 */
export async function holdPriceFacts(
  tx: Tx,
  { user_id, student_id }: Asker,
  { now, day }: PriceMoment,
): Promise<PriceFacts> {
  // The catalog first: an import must never wait for a row locked by this transaction.
  const [catalog, student] = await atOnce([heldCatalog(tx, now), getStudent(tx, user_id, student_id)]);
  return { catalog, student, today: day.today, card_fee: cardFeeOfDay(catalog, day) };
}

/** `vault` opens a day of birth, where a sibling's number is typed */
export type Reading = { db: Db; vault: Vault };

/** @throws the refusals of selection, aid and price (O1, A5, B3, C4) */
export async function priceSelection(
  { db, vault }: Reading,
  viewer: Viewer,
  wanted: Wanted,
  facts: PriceFacts,
): Promise<PricedSelection> {
  const { contract, financial_aid, sold_although } = wanted;
  const isStaff = sellsForOffice(viewer);
  const { catalog, student, today, card_fee } = facts;
  const sale = routeForSale(catalog, contract.route_id);
  const product_id = contractProductOf(catalog).id;
  const has_open_checkout = sale !== undefined && (await wasInCheckout(db, sale, student.id));
  const resolved = resolveSelection(contract, {
    sale,
    student,
    product_id,
    is_staff: isStaff,
    today,
    has_open_checkout,
    sold_although,
  });
  const verified = financial_aid
    ? await verifyAid(db, resolved, financial_aid, { today, student_id: student.id })
    : null;
  const aid = verified && (await withColleague(db, viewer, { aid: verified, selection: resolved, catalog }));
  // With aid, a sibling's contract number is ignored, valid or not (B6).
  const selection = aid ? resolved : await withSibling({ db, vault }, viewer, resolved, student);
  const { chosen, quote } = quoteOf(selection, aid, { isStaff, today, card_fee });
  await checkStaffDiscount(db, viewer, { selection, aid, quote }, catalog);
  return { facts, student, selection, aid, quote, chosen, product_id, seller: viewer };
}

/** Who prices what is signed, and what else the transaction of the signature writes. */
export type Sale = {
  price: (reading: Reading, viewer: Viewer, wanted: Wanted, facts: PriceFacts) => Promise<PricedSelection>;
  /** the office waits for a check or cash, and nothing is charged at signing (OF3.7) */
  received_by?: OfficePayment;
  signed?: (tx: Tx, order_id: number) => Promise<void>;
};

export const WIZARD: Sale = { price: priceSelection };

type Asked = { isStaff: boolean; today: PlainDate; card_fee: CardFee };

export const chosenOf = (
  { term, addons, discount }: ResolvedSelection,
  aid: Pick<AppliedAid, 'amount'> | null,
  isStaff: boolean,
): Selection => ({
  payment_term_id: term.id,
  addonIds: addons.map(({ id }) => id),
  discountId: discount?.id ?? null,
  aid: aid && { amount_cents: aid.amount },
  isStaff,
});

/** The price of a selection whose numbers and codes are verified. */
export function quoteOf(
  selection: ResolvedSelection,
  aid: Pick<AppliedAid, 'amount'> | null,
  { isStaff, today, card_fee }: Asked,
  build = buildQuote,
): { chosen: Selection; quote: Quote } {
  const chosen = chosenOf(selection, aid, isStaff);
  return { chosen, quote: build(chosen, { ...selection.sale, card_fee }, today) };
}

/**
 * True for a checkout that may have been open when the school closed a moment ago (SE8.5). A route without a
 * limit keeps no seats, so nothing tells who had begun.
 */
async function wasInCheckout(
  db: Db,
  { route, period_program_group: group }: RouteForSale,
  student_id: number,
): Promise<boolean> {
  if (!group?.is_closing || !group.closes_at) return false;
  return route.capacity === null || hadSeatKept(db, group.closes_at, { route_id: route.id, student_id });
}

export function refuseStaleQuote(quote: Quote): Refusal<undefined> {
  return new Refusal(orderRefusals.quote_stale, { items: [quote] });
}

/** @throws aid_code_invalid, aid_amount_awarded, aid_amount_below_floor (A5) */
export async function verifyAid(
  tx: Db,
  selection: ResolvedSelection,
  typed: { code: string; amount: number },
  { today, student_id }: { today: PlainDate; student_id: number },
): Promise<AppliedAid> {
  const aid = await findAid(tx, selection, typed, { today, student_id });
  const { code_id, to_confirm, amount } = aid;
  const confirmed_with =
    to_confirm && code_id !== null ? await findConfirmedAid(tx, { student_id, code_id, amount }) : undefined;
  return confirmed_with === undefined
    ? aid
    : { ...aid, to_confirm: false, is_awaited: false, confirmed_with };
}

/** By a code of the season or of staff, else by the award of a school. @throws aid_code_invalid */
async function findAid(
  tx: Db,
  { sale, term, addons }: ResolvedSelection,
  typed: { code: string; amount: number },
  asked: { today: PlainDate; student_id: number },
): Promise<AppliedAid> {
  const code = await findAidCode(tx, sale.period_program.id, typed.code);
  if (code && isUsableAidCode(code, asked.today, asked.student_id)) return applyAid(code, typed.amount);
  const award = !code && (await findAwardByCode(tx, { sale, term, addons }, { ...asked, code: typed.code }));
  if (award) return applyAward(award, typed.amount);
  throw refuseField(orderRefusals.aid_code_invalid, 'financial_aid.code');
}

/** The contract keeps the sibling's number as issued, not as typed. */
async function withSibling(
  reading: Reading,
  viewer: Viewer,
  selection: ResolvedSelection,
  student: StudentRecord,
): Promise<ResolvedSelection> {
  const { sale, discount } = selection;
  if (!discount?.is_sibling) return selection;
  const place = { period_id: sale.period.id, program_group_id: sale.program_group.id };
  const typed = discount.contract_number;
  if (isMistyped(typed)) throw refuseField(orderRefusals.sibling_number_mistyped, 'contract.route_discounts');
  const contract_number = await numberThatEarns(reading, viewer, typed, { place, student });
  if (contract_number === undefined)
    throw refuseField(orderRefusals.sibling_number_invalid, 'contract.route_discounts');
  return { ...selection, discount: { ...discount, contract_number } };
}
