import { randomUUID } from 'node:crypto';
import { cents } from '#kit/money.ts';
import { rawInstrument, type TypedInstrument } from '#modules/billing/methods/typed-instrument.ts';
import type {
  ChargeRequest,
  GatewayRefundRequest,
  PaymentGateway,
  ProcessorEvent,
} from '#platform/payments/gateway.ts';
import type { Movement } from '#platform/payments/movement.ts';
import type { Enter } from './port.ts';
import { typedCard } from './test-instruments.ts';

/* What the suites of the port ask of a gateway. */

let lastAttempt = 0;

export const PAYER = { user_id: 1, email: 'ada@example.com', name: 'Ada Test' };

/** In fields of ours. */
export const enterByNumber: Enter = async (gateway, customer, instrument) => {
  const saved = await gateway.saveMethod(rawInstrument(instrument), customer, randomUUID());
  if (saved.k !== 'saved') throw new Error(`not saved: ${JSON.stringify(saved)}`);
  return saved.instrument.ref;
};

/** A request for a freshly saved instrument; the attempt is the portal's and new each time. */
export async function aRequest(
  gateway: PaymentGateway,
  instrument: TypedInstrument,
  enter: Enter = enterByNumber,
): Promise<ChargeRequest> {
  const customer = await gateway.ensureCustomer(PAYER, 'customer-1');
  const method_ref = await enter(gateway, customer, instrument);
  lastAttempt += 1;
  return {
    attempt_id: lastAttempt,
    order_id: 1,
    payment_number: 2,
    kind: 'cc' in instrument ? 'card' : 'bank',
    presence: 'here',
    return_url: 'https://ride.example/order/return?order=1&payment=2',
    customer,
    method_ref,
    amount_cents: cents(12345),
    statement: 'Harborline School Bus',
  };
}

export const SINCE = new Date('2026-01-01T00:00:00Z');
export const look = (gateway: PaymentGateway, { attempt_id, customer }: ChargeRequest) =>
  gateway.findCharge({ attempt_id, customer, since: SINCE });

const OF_CHARGES: readonly Movement['kind'][] = ['charge', 'return', 'refund', 'refund_failed'];

export async function allOf<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of list) all.push(one);
  return all;
}

/** The lines of a charge: what each is, its amount, and whether that has arrived. */
export const movedBy = async (gateway: PaymentGateway, ref: string) =>
  (await allOf(gateway.movements()))
    .filter(({ charge_ref }) => charge_ref === ref)
    .map(({ kind, amount_cents, is_arrived }) => [kind, amount_cents, is_arrived])
    .toSorted();

/** What there is of a charge, in cents. */
export async function takenFor(gateway: PaymentGateway, ref: string): Promise<number> {
  const arrived = (await allOf(gateway.movements())).filter(
    ({ charge_ref, kind, is_arrived }) => charge_ref === ref && is_arrived && OF_CHARGES.includes(kind),
  );
  return arrived.reduce((total, { amount_cents }) => total + amount_cents, 0);
}

/**
 * A charge that was taken, and a request to give some of it back; the refund's id is the portal's and new
 * each time.
 */
export async function aRefund(
  gateway: PaymentGateway,
  enter: Enter,
  { card, amount = 12345 }: { card: string; amount?: number },
): Promise<GatewayRefundRequest> {
  const request = await aRequest(gateway, typedCard(card), enter);
  const said = await gateway.charge(request, randomUUID());
  // That of a card which loses answers is found.
  const { ref } = (said.k === 'unknown' ? await look(gateway, request) : said) as { ref: string };
  return refundOf(ref, amount);
}

let lastRefund = 0;

export const refundOf = (charge_ref: string, amount: number): GatewayRefundRequest => ({
  refund_id: (lastRefund += 1),
  charge_ref,
  amount_cents: cents(amount),
});

/** Everything that the processor tells from an instant on. */
export const eventsOf = (gateway: PaymentGateway, since: Date): Promise<ProcessorEvent[]> =>
  allOf(gateway.eventsSince(since));
