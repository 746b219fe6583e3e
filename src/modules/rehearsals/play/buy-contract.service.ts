import { Refusal } from '#kit/refusal.ts';
import { half, toDollars, type Cents } from '#kit/money.ts';
import { sellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { whyNotSold } from '#modules/catalog/routes/on-sale.ts';
import type { RouteForSale, TermForSale } from '#modules/catalog/routes/route-for-sale.ts';
import { routeForSale } from '#modules/catalog/routes/selling.service.ts';
import { presentTexts } from '#modules/orders/checkout/accepted-texts.service.ts';
import { placeOrder } from '#modules/orders/checkout/place-order.service.ts';
import { placeOrderShape, type Order } from '#modules/orders/orders.contract.ts';
import { MINIMUM_AID_CENTS } from '#modules/pricing/financial-aid.ts';
import { offeredTerms } from '#modules/pricing/offered-terms.ts';
import { siblingRuleOf } from '#modules/pricing/sibling-discount.ts';
import { termTotal } from '#modules/pricing/term-total.ts';
import { storePhoto } from '#modules/students/photos.service.ts';
import type { DrawnChild, DrawnFamily } from './drawn-families.ts';
import { firstInstrument, typedInstrument, type Instrument } from './instruments.ts';
import { listUsableCodes, type UsableCode } from './play.queries.ts';
import { metaOf, type FamilyAccount, type Stage } from './register-family.service.ts';

/** Why a family could not buy: a code, and the sentence of the portal if the portal refused the order. */
export type Obstacle = { why: string; status?: number; sentence: string | null };

export type Bought = { order_id: number; contract_number: string | null; waits_for_aid: boolean };

export type Sold = { k: 'bought'; bought: Bought } | { k: 'not'; obstacle: Obstacle };

type Buying = {
  family: DrawnFamily;
  account: FamilyAccount;
  child: DrawnChild;
  student_id: number;
  /** of an earlier child of the family */
  sibling_number: string | null;
};

const not = (why: string): Sold => ({ k: 'not', obstacle: { why, sentence: null } });

/** The contract of a child, by the services of the wizard. Opens transactions of its own. */
export async function buyContract(stage: Stage, buying: Buying): Promise<Sold> {
  const { db, clock } = stage.billing;
  const { child, family } = buying;
  const sale = routeForSale(await sellingCatalog(db, clock.now()), child.route_id);
  if (!sale) return not('route_ended');
  const closed = whyNotSold(sale, clock.today());
  if (closed) return not(closed.reason);
  if (sale.period_program.is_photo_required) await addPhoto(stage, buying);
  const term = chooseTerm(sale, family, clock.today());
  const aid = child.wants_aid && sale.period_program.accept_financial_aid;
  const codes = aid ? await listUsableCodes(db, sale.period_program.id, clock.today()) : [];
  if (aid && codes.length === 0) return not('aid_without_code');
  const financial_aid = aid ? aidOf(family.chance.oneOf(codes), term) : null;
  return press(stage, buying, { sale, term, financial_aid });
}

const isScheduled = ({ payment_term_type }: TermForSale) => payment_term_type === 'paymentTermTypeScheduled';

/** As the family prefers to pay, if a term of the kind is offered on the day. */
function chooseTerm(
  sale: RouteForSale,
  { in_full, chance }: DrawnFamily,
  today: Parameters<typeof offeredTerms>[1],
): TermForSale {
  const offered = offeredTerms(sale.terms, today, false);
  const preferred = offered.filter((term) => isScheduled(term) !== in_full);
  return chance.oneOf(preferred.length > 0 ? preferred : offered);
}

/** Half of the price, within what the code asks for. */
function aidOf({ code, awarded_cents, least_cents }: UsableCode, term: TermForSale) {
  const contribution = half(termTotal(term), ONE_CENT);
  const least = Math.max(contribution, least_cents ?? 0, MINIMUM_AID_CENTS) as Cents;
  return { code, amount: toDollars(awarded_cents ?? least) };
}

const ONE_CENT = 1 as Cents;

type Wanted = {
  sale: RouteForSale;
  term: TermForSale;
  financial_aid: { code: string; amount: number } | null;
};

/** A family with a declined card presses again with another card. */
async function press(stage: Stage, buying: Buying, wanted: Wanted): Promise<Sold> {
  const first = await pressWith(stage, buying, { ...wanted, instrument: firstInstrument(buying.family) });
  const isDeclined = first.k === 'not' && first.obstacle.status === DECLINED;
  if (!isDeclined || !buying.family.is_in_trouble) return first;
  return pressWith(stage, buying, { ...wanted, instrument: 'good_card' });
}

async function pressWith(
  stage: Stage,
  buying: Buying,
  wanted: Wanted & { instrument: Instrument },
): Promise<Sold> {
  try {
    return { k: 'bought', bought: await order(stage, buying, wanted) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code: why, status } = error.kind;
    return { k: 'not', obstacle: { why, status, sentence: error.sentences[0]! } };
  }
}

const DECLINED = 402;

async function order(
  { billing }: Stage,
  buying: Buying,
  { instrument, ...wanted }: Wanted & { instrument: Instrument },
): Promise<Bought> {
  const { account, family } = buying;
  const { email, password } = account;
  const body = placeOrderShape.parse({
    ...selectionOf(buying, wanted),
    payment: typedInstrument(instrument, { email, today: billing.clock.today() }),
    // Asked of bank payers alone.
    user: family.pays_by === 'bank' ? { email, password } : null,
    // A card needs none of the terms of debits, and accepts them all the same.
    acceptances: presentTexts(wanted.sale, 'paymentTypeAch').map(({ kind, text_hash }) => ({
      kind,
      text_hash,
    })),
  });
  const checkout = { viewer: account.viewer, body, idempotency_key: undefined, meta: metaOf(family) };
  return boughtOf(await placeOrder(billing, checkout));
}

function selectionOf({ student_id, sibling_number }: Buying, { sale, term, financial_aid }: Wanted) {
  const rule = siblingRuleOf(sale.discounts);
  return {
    contract: {
      program_id: sale.program.id,
      route_id: sale.route.id,
      grade_id: sale.program.grades[0]?.id ?? null,
      student_id,
      payment_term_id: term.id,
      route_discounts: rule && sibling_number ? [{ id: rule.id, contract_number: sibling_number }] : [],
    },
    financial_aid,
  };
}

function boughtOf({ id, order_detail: { contract } }: Order): Bought {
  const waits_for_aid = contract.contract_detail.financial_aid?.state === 'to_confirm';
  return { order_id: id, contract_number: contract.contract_number, waits_for_aid };
}

/** One pixel. */
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const addPhoto = ({ billing, files }: Stage, { account: { viewer }, student_id }: Buying): Promise<void> =>
  storePhoto(billing.db, files, billing.clock.now(), {
    user_id: viewer.user_id,
    student_id,
    upload: { k: 'file', bytes: PHOTO },
  });
