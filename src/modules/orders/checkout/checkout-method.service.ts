import { Refusal, refuseField } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { refuseImpersonator } from '#modules/accounts/sessions/impersonation.service.ts';
import { confirmPayer } from '#modules/accounts/sessions/payer.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { billingRefusals } from '#modules/billing/billing.refusals.ts';
import { claimEntry } from '#modules/billing/methods/entries/claim-entry.service.ts';
import {
  recordSaved,
  saveAtProcessor,
  writeSaved,
  type SavedAtProcessor,
} from '#modules/billing/methods/save-method.service.ts';
import { getChargeableMethod, type ChargeableMethod } from '#modules/billing/methods/methods.service.ts';
import { refuseClosedKind, refuseDisabledKind } from '#modules/billing/processor/closed-kinds.service.ts';
import { refuseWhileClosed } from '#modules/billing/processor/binding.service.ts';
import type { Catalog } from '#modules/catalog/current-catalog.service.ts';
import { PAYMENT_TYPES, type PaymentTypeKey, type PricedMethod } from '#modules/pricing/quoted-prices.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Kind } from '#platform/payments/readiness.ts';
import type { PlaceOrder } from '#modules/orders/orders.contract.ts';
import { orderRefusals } from '#modules/orders/orders.refusals.ts';
import { paymentSource, type PaymentSource } from './payment-choice.ts';
import { firstDueOf, isSomethingDue } from '#modules/orders/contracts/priced-by.ts';
import type { PricedSelection } from './price-selection.service.ts';

type Paying = { viewer: Viewer; body: PlaceOrder; request_hash: string };

/** A typed method has no row before the order is signed. */
export type PayingMethod = PricedMethod &
  Pick<ChargeableMethod, 'gateway_customer' | 'brand' | 'last_4' | 'exp_month' | 'exp_year'> & {
    id: number | null;
    /** inserts the row if none exists */
    written: (tx: Tx) => Promise<ChargeableMethod>;
    /** saves a typed method for the family when the order fails */
    keepAnyway: () => Promise<unknown>;
  };

export const payingBy = (method: ChargeableMethod): PayingMethod => ({
  ...method,
  written: async () => method,
  keepAnyway: async () => undefined,
});

function payingByTyped(billing: BillingContext, saved: SavedAtProcessor): PayingMethod {
  const { paymentType, gateway_customer } = saved.row;
  const { funding, billing_state, brand, last_4, exp_month, exp_year } = saved.outcome.instrument;
  return {
    id: null,
    paymentType,
    gateway_customer,
    funding,
    billing_state,
    brand,
    last_4,
    exp_month,
    exp_year,
    written: (tx) => writeSaved(tx, saved),
    keepAnyway: () => recordSaved(billing, saved),
  };
}

/**
 * The payer of a bank debit proves to be the payer first. A stranger at an open browser learns nothing and
 * saves nothing (O5, O7, PM).
 * @returns null when nothing is due, or when nothing is due today and no method was left for later
 * @throws payments_closed, debits_closed, payment_required, method_not_found, payer_not_confirmed, the
 *   refusals of a card; refused_while_impersonating when a method would be saved or a bank debit authorized:
 *   only the parent may do either (U)
 */
export async function checkoutMethod(
  billing: BillingContext,
  priced: PricedSelection,
  paying: Paying,
): Promise<PayingMethod | null> {
  const { viewer, body } = paying;
  const source = paymentSource(body.payment, paymentTypeIds(priced.facts.catalog), firstDueOf(priced.quote));
  if (source.from === 'nothing') return null;
  refuseWhileClosed(billing);
  const purchase = { priced, paying };
  if (source.from === 'saved') {
    const method = await savedMethod(billing, purchase, source.payment_method_id);
    await refuseClosed(billing, priced, method.kind);
    if (method.kind === 'bank') await checkPayer(billing, viewer, body.user);
    return payingBy(method);
  }
  refuseImpersonator(viewer);
  const kind = source.from === 'entry' ? source.kind : source.from;
  await refuseClosed(billing, priced, kind);
  if (kind === 'bank') await checkPayer(billing, viewer, body.user);
  return source.from === 'entry'
    ? payByEntry(billing, purchase, source)
    : payByTyped(billing, purchase, source);
}

type Purchase = { priced: PricedSelection; paying: Paying };

/**
 * With nothing due today, a stop of debits refuses no method: later payments are collected after the stop.
 */
async function refuseClosed(billing: BillingContext, { quote }: PricedSelection, kind: Kind): Promise<void> {
  return isSomethingDue(quote)
    ? refuseClosedKind(billing.db, billing, kind)
    : refuseDisabledKind(billing, kind);
}

const savedMethod = (
  { db, clock }: BillingContext,
  { priced, paying }: Purchase,
  payment_method_id: number,
): Promise<ChargeableMethod> =>
  getChargeableMethod(db, {
    payment_method_id,
    user_id: paying.viewer.user_id,
    program_group_id: priced.selection.sale.program_group.id,
    today: clock.today(),
  });

async function payByEntry(
  billing: BillingContext,
  purchase: Purchase,
  { kind, token }: Extract<PaymentSource, { from: 'entry' }>,
): Promise<PayingMethod> {
  const { user_id } = purchase.paying.viewer;
  const { method, entry } = await claimEntry(billing, { user_id, kind, token });
  return entry.state === 'verifying'
    ? refuseVerifying()
    : payingBy(await savedMethod(billing, purchase, method.id));
}

async function payByTyped(
  billing: BillingContext,
  { priced, paying: { viewer, request_hash } }: Purchase,
  source: TypedSource,
): Promise<PayingMethod> {
  // The key belongs to the purchase, not to the press: two presses save a card once.
  const atProcessor = await saveAtProcessor(billing, {
    user_id: viewer.user_id,
    program_group_id: priced.selection.sale.program_group.id,
    instrument: typedInstrument(source),
    key: request_hash,
  });
  if (atProcessor.outcome.k === 'saved') return payingByTyped(billing, atProcessor);
  const method = await recordSaved(billing, atProcessor);
  return method.is_active ? payingBy(method) : refuseVerifying();
}

function refuseVerifying(): never {
  throw new Refusal(billingRefusals.method_verifying);
}

type TypedSource = Extract<PaymentSource, { from: 'card' | 'bank' }>;

const typedInstrument = (source: TypedSource) =>
  source.from === 'card' ? { cc: source.card } : { ach: source.bank };

function paymentTypeIds({ options }: Catalog): Map<number, PaymentTypeKey> {
  const isPaymentType = (key: string): key is PaymentTypeKey =>
    (PAYMENT_TYPES as readonly string[]).includes(key);
  return new Map(options.flatMap(({ id, key }) => (isPaymentType(key) ? [[id, key] as const] : [])));
}

async function checkPayer(
  { db, clock }: BillingContext,
  viewer: Viewer,
  user: PlaceOrder['user'],
): Promise<void> {
  refuseImpersonator(viewer);
  const isPayer = user ? await confirmPayer(db, clock.now(), viewer.user_id, user) : false;
  if (!isPayer) throw refuseField(orderRefusals.payer_not_confirmed, 'user.password');
}
