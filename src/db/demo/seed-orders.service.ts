import { FAMILY } from '#kit/endpoint/right.ts';
import { invariant } from '#kit/invariant.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { fullName } from '#kit/text/full-name.ts';
import { getUser } from '#modules/accounts/profile/users.service.ts';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { collect } from '#modules/billing/charges/charges.service.ts';
import { ensureMethod } from '#modules/billing/methods/save-method.service.ts';
import type { ChargeableMethod } from '#modules/billing/methods/methods.service.ts';
import { contractProductOf, sellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import type { RouteForSale } from '#modules/catalog/routes/route-for-sale.ts';
import { routeForSale } from '#modules/catalog/routes/selling.service.ts';
import { cancelOrder } from '#modules/orders/staff/staff-orders.service.ts';
import { placeOrderShape } from '#modules/orders/orders.contract.ts';
import { presentTexts } from '#modules/orders/checkout/accepted-texts.service.ts';
import { placeOrder } from '#modules/orders/checkout/place-order.service.ts';
import {
  holdPriceFacts,
  priceMoment,
  type PricedSelection,
} from '#modules/orders/checkout/price-selection.service.ts';
import { laterPayers } from '#modules/orders/checkout/later-payers.service.ts';
import { payingBy } from '#modules/orders/checkout/checkout-method.service.ts';
import { signOrder } from '#modules/orders/checkout/sign-order.service.ts';
import { buildQuote } from '#modules/pricing/quote.ts';
import type { Tx } from '#platform/db/database.ts';
import { clockOn } from './clock-on.ts';
import { demoOrders, type DemoOrder } from './orders.ts';
import { findDemoIds, isPlaced, type DemoIds } from './orders.queries.ts';
import { FAMILY_PASSWORD } from './people.ts';
import { plainDate, type PlainDate } from '#kit/plain-date.ts';
import type { TypedInstrument } from '#modules/billing/methods/typed-instrument.ts';
import type { DemoMethod } from './orders.ts';

const NUMBERS = { visa: '4242424242424242', card_first_charge_only: '4000000000006629' } as const;

const CARD_YEARS = 4;

const meta = { ip: '127.0.0.1', user_agent: 'demo' };

/**
 * Places the demo families' orders by the portal's own services, after `seedDemo`. Each is placed once,
 * under its own key, so a start that was killed here is finished by the next one.
 */
export async function seedDemoOrders(billing: BillingContext): Promise<void> {
  for (const order of demoOrders) {
    const ids = await findDemoIds(billing.db, order);
    if (ids && !(await isPlaced(billing.db, order))) await place(billing, order, ids).catch(leaveOut);
  }
}

// A portal that has been used since may not sell it any more; that is no reason not to start.
function leaveOut(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

async function place(billing: BillingContext, order: DemoOrder, ids: DemoIds): Promise<void> {
  const method = await saveMethods(billing, order, ids);
  const order_id = order.signedOn
    ? await signInThePast(billing, order, { ids, method })
    : await buy(billing, order, { ids, method });
  if (order.isCanceled) await billing.db.transaction((tx) => cancelOrder(tx, billing.clock, order_id));
}

/** @returns the first of the order's methods, which pays */
async function saveMethods(
  billing: BillingContext,
  { methods }: DemoOrder,
  { user_id, program_group_id }: DemoIds,
): Promise<ChargeableMethod> {
  const { first_name, last_name } = await getUser(billing.db, user_id);
  const holder = { first_name, last_name };
  const saved: ChargeableMethod[] = [];
  for (const name of methods) {
    const instrument = demoInstrument(name, holder, billing.clock.today());
    saved.push(await ensureMethod(billing, { user_id, program_group_id, instrument, key: `demo-${name}` }));
  }
  invariant(saved[0], 'a demo order is paid by something');
  return saved[0];
}

type Paid = { ids: DemoIds; method: ChargeableMethod };

const viewerOf = ({ user_id }: DemoIds): Viewer => ({
  user_id,
  roles: [],
  ...FAMILY,
  impersonator_id: null,
  session_id: 'demo',
});

/** What the wizard sends of the texts that a family has read. */
const acceptancesOf = (sale: RouteForSale, method: ChargeableMethod) =>
  presentTexts(sale, method.paymentType).map(({ kind, text_hash }) => ({ kind, text_hash }));

async function buy(
  billing: BillingContext,
  { key, parent }: DemoOrder,
  { ids, method }: Paid,
): Promise<number> {
  const { user_id: _user, program_group_id: _group, ...contract } = ids;
  const user = method.kind === 'bank' ? { email: parent, password: FAMILY_PASSWORD } : null;
  const sale = routeForSale(await sellingCatalog(billing.db, billing.clock.now()), ids.route_id);
  invariant(sale, 'the demo season has its routes');
  const acceptances = acceptancesOf(sale, method);
  const payment = { payment_method_id: method.id };
  const body = placeOrderShape.parse({ contract, payment, user, acceptances });
  const { id } = await placeOrder(billing, { viewer: viewerOf(ids), body, idempotency_key: key, meta });
  return id;
}

/** A season that is over sells nothing any more, so its order is signed with the clock of its day. */
async function signInThePast(
  billing: BillingContext,
  order: DemoOrder,
  { ids, method }: Paid,
): Promise<number> {
  const then = { ...billing, clock: clockOn(billing.clock, plainDate(order.signedOn!)) };
  const signed = await billing.db.transaction(async (tx) => {
    const priced = await priceInThePast(tx, then, order, ids);
    const signature = {
      viewer: viewerOf(ids),
      ip: meta.ip,
      user_agent: meta.user_agent,
      known_by: { client_key: order.key, request_hash: order.key },
      acceptances: acceptancesOf(priced.selection.sale, method),
    };
    const paying = payingBy(method);
    const payers = await laterPayers(tx, signature.viewer, priced, { paying, payment: {} });
    const presence = { presence: 'here', public_url: billing.publicUrl } as const;
    return signOrder(tx, then, priced, { paying, payers, signature, presence });
  });
  invariant(signed?.attempt_id, `the demo order ${order.key} is signed once and paid`);
  await collect(then, signed.attempt_id);
  return signed.order_id;
}

async function priceInThePast(
  tx: Tx,
  then: BillingContext,
  { grade }: DemoOrder,
  ids: DemoIds,
): Promise<PricedSelection> {
  const facts = await holdPriceFacts(tx, ids, priceMoment(then));
  const { student, catalog } = facts;
  const sale = routeForSale(catalog, ids.route_id);
  const term = sale?.terms.find(({ id }) => id === ids.payment_term_id);
  invariant(sale && term, 'the demo season has its past routes and terms');
  const chosen = { payment_term_id: term.id, addonIds: [], discountId: null, aid: null, isStaff: false };
  const selection = {
    sale,
    term,
    addons: [],
    grade: { id: ids.grade_id, text: grade },
    discount: null,
    pickup_north: null,
    pickup_cross: null,
    special_request: null,
  };
  return {
    facts,
    student,
    selection,
    aid: null,
    quote: buildQuote(chosen, { ...sale, card_fee: facts.card_fee }, then.clock.today()),
    chosen,
    product_id: contractProductOf(catalog).id,
    seller: viewerOf(ids),
  };
}

/** What a demo family would type into the payment form (the sandbox's published numbers). */
function demoInstrument(
  method: DemoMethod,
  holder: { first_name: string; last_name: string },
  today: PlainDate,
): TypedInstrument {
  if (method !== 'bank') {
    const exp_year = Number(today.slice(0, 4)) + CARD_YEARS;
    const name = fullName(holder);
    return { cc: { type: 'Visa', number: NUMBERS[method], name, exp_month: 12, exp_year, ccid: '123' } };
  }
  return {
    ach: {
      ...holder,
      address: '412 Riverside Drive',
      city: 'New York',
      state: 'NY',
      zip: '10025',
      email: 'adaeze@okafor.example',
      routing_number: '110000000',
      account_number: '000123456789',
      account_type: 'Checking',
    },
  };
}
