import { HOUR_MS } from '#kit/durations.ts';
import { addDays, dayIn, formatDate, type PlainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { pick } from '#kit/pick.ts';
import { fullName } from '#kit/text/full-name.ts';
import { getUser } from '#modules/accounts/profile/users.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { sellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { routeForSale } from '#modules/catalog/routes/selling.service.ts';
import { lineColor } from '#modules/documents/line-color.ts';
import { priceMoment, readPriceFacts } from '#modules/orders/checkout/price-selection.service.ts';
import { findLiveOrder } from '#modules/orders/orders.queries.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { draftCode } from '#modules/orders/printed/draft-code.ts';
import { openDraft, type Draft } from '#modules/orders/printed/encrypted-drafts.service.ts';
import {
  countPutAside,
  findDraftByCode,
  findExpiredCode,
  type PrintedRow,
} from '#modules/orders/printed/printed-contracts.queries.ts';
import { findShownOrder } from '#modules/orders/reading/read-orders.queries.ts';
import { isForSiblings } from '#modules/pricing/sibling-discount.ts';
import { hasSeatFor } from '#modules/seats/seats.service.ts';
import { seatRefusals } from '#modules/seats/seats.refusals.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database, Db } from '#platform/db/database.ts';
import { consumeAttempt, returnAttempt, type ThrottleRule } from '#platform/throttle/throttle.ts';
import { hashOfToken } from '#platform/tokens/tokens.ts';
import { comparedLines } from './compared-lines.ts';
import type { FoundDraft } from './paper.contract.ts';
import { checkReceivedOn, priceDraft } from './price-draft.service.ts';

/** A code has 60 bits: the limit is for who tries codes. */
const WRONG_CODES: ThrottleRule = {
  scope: 'printed_code.wrong',
  attempts: 20,
  windowMs: HOUR_MS,
  lock: { kind: 'rest_of_window' },
};

type Deps = { db: Database; clock: Clock };

/**
 * Each code is counted before the look, and a right one given back, so parallel calls get no more answers.
 * @throws code_unknown, code_expired, code_used, too_many_attempts
 */
export async function findByCode(deps: Deps, viewer: Viewer, typed: string): Promise<PrintedRow> {
  const { db, clock } = deps;
  const subject = String(viewer.user_id);
  const wait = await consumeAttempt(db, WRONG_CODES, subject, clock.now());
  if (wait > 0) throw new Refusal(orderRefusals.too_many_attempts, { retry_after_s: wait });
  const code = draftCode(typed);
  const row = code === undefined ? undefined : await findDraftByCode(db, code);
  const gone = code === undefined || row ? undefined : await findExpiredCode(db, hashOfToken(code));
  if (!row && !gone) throw new Refusal(orderRefusals.code_unknown);
  await returnAttempt(db, WRONG_CODES, subject);
  if (row && row.order_id !== null) throw await refuseUsed(db, row.order_id);
  if (gone?.contract_number)
    throw new Refusal(orderRefusals.code_used, { data: { number: gone.contract_number } });
  const printed_on = row ? dayIn(clock.time_zone, row.printed_at) : gone!.printed_on;
  if (!row || (row.expires_on < clock.today() && row.put_aside_at === null))
    throw new Refusal(orderRefusals.code_expired, { data: { day: formatDate(printed_on) } });
  return row;
}

/** The code is used up (OF4.4). */
export async function refuseUsed(db: Db, order_id: number): Promise<Refusal<{ number: string }>> {
  const order = await findShownOrder(db, order_id, null);
  return new Refusal(orderRefusals.code_used, { data: { number: order?.contract_number ?? `${order_id}` } });
}

export type Asked = { code: string; received_on: PlainDate | null; staff_discount_id: number | null };

/** An older printing is priced anew (OF4.3). */
export const PRINTED_PRICE_DAYS = 30;

export const mayUsePrinted = ({ facts }: Draft, today: PlainDate): boolean =>
  facts.priced_on >= addDays(today, -PRINTED_PRICE_DAYS);

/**
 * What a paper says, beside the price of the day on which its check was received (OF4.2).
 * @throws as `findByCode`; received_before_printing, check_in_future
 */
export async function findDraft(
  billing: BillingContext,
  staff: Viewer,
  { code, received_on: day, staff_discount_id }: Asked,
): Promise<FoundDraft> {
  const { clock, vault } = billing;
  const row = await findByCode(billing, staff, code);
  const draft = { ...row, ...openDraft(vault, row) };
  const printed_on = dayIn(clock.time_zone, row.printed_at);
  const received_on = day ?? clock.today();
  checkReceivedOn(received_on, row, clock);
  const { price, student, school, texts, ...said } = draft.facts;
  const priced = await pricesNow(billing, staff, { draft, received_on, staff_discount_id });
  const now = priced.now?.by_payment_type.paymentTypeCheck;
  return {
    id: row.id,
    code: row.code,
    family: pick(await getUser(billing.db, row.user_id), ['id', 'first_name', 'last_name']),
    student: pick(student, ['first_name', 'last_name']),
    school: { ...pick(school, ['text', 'path']), line_color: lineColor(school) },
    ...pick(said, ['period', 'program', 'grade', 'route', 'term', 'special_request']),
    addons: [...said.addons],
    has_surge: texts.some(({ kind }) => kind === 'surge'),
    printed_on,
    received_on,
    printed_due_cents: price.due_today_cents,
    due_cents: now?.due_today_cents ?? null,
    lines: comparedLines(price.lines, now?.lines ?? []),
    forbidden: priced.forbidden,
    may_use_printed: mayUsePrinted(draft, clock.today()),
    discounts: await discountsOf(billing.db, clock.now(), row.route_id),
    put_aside: await putAsideOf(billing.db, row),
  };
}

type Pricing = { draft: Draft; received_on: PlainDate; staff_discount_id: number | null };

/** The price, and what keeps the order from being made now. */
async function pricesNow(billing: BillingContext, staff: Viewer, { draft, ...wanted }: Pricing) {
  const { db } = billing;
  const { user_id, student_id } = draft;
  const problems = await placeProblems(billing, draft);
  try {
    const facts = await readPriceFacts(db, { user_id, student_id }, priceMoment(billing));
    const asked = { draft, facts, wanted: { ...wanted, price_of: 'received' as const } };
    return { now: (await priceDraft(billing, staff, asked)).quote, forbidden: problems };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { now: undefined, forbidden: [...error.sentences, ...problems] };
  }
}

async function placeProblems(
  { db, clock }: Pick<BillingContext, 'db' | 'clock'>,
  { student_id, route_id }: Pick<Draft, 'student_id' | 'route_id'>,
): Promise<string[]> {
  if (await findLiveOrder(db, student_id, route_id)) return new Refusal(orderRefusals.order_exists).sentences;
  const hasSeat = await hasSeatFor(db, clock.now(), { student_id, route_id });
  return hasSeat ? [] : new Refusal(seatRefusals.route_full).sentences;
}

/** What staff may take off, in place of a price of before. */
async function discountsOf(db: Db, now: Date, route_id: number): Promise<FoundDraft['discounts']> {
  const sale = routeForSale(await sellingCatalog(db, now), route_id);
  return (sale?.discounts ?? [])
    .filter((discount) => !isForSiblings(discount))
    .map(({ id, text }) => ({ id, text }));
}

async function putAsideOf(db: Db, row: PrintedRow): Promise<FoundDraft['put_aside']> {
  const { put_aside_at, put_aside_by_id, put_aside_note, check_reference, received_cents } = row;
  if (put_aside_at === null || put_aside_by_id === null || received_cents === null) return null;
  return {
    by: fullName(await getUser(db, put_aside_by_id)),
    at: put_aside_at.toISOString(),
    note: put_aside_note ?? '',
    reference: check_reference,
    received_cents,
  };
}

/** What waits on the paper desk. */
export const waitingPapers = (db: Db): Promise<number> => countPutAside(db);

export { paperWork } from '#modules/orders/printed/printed-contracts.queries.ts';
