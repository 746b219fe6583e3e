import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import type { ChargeRequest } from '#platform/payments/gateway.ts';
import { aRequest } from '#tests/support/billing/port-requests.ts';
import { enterAtStripe, type OpenStripe, startWithGateway } from '#tests/support/billing/stripe-hands.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';

let open: OpenStripe;
let lines: Record<string, unknown>[];
beforeEach(async () => {
  lines = [];
  const log = pino({ base: undefined }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  open = await startWithGateway({ log });
});
afterEach(() => open.simulated.close());

const [WARN, ERROR] = [40, 50];
const A_REQUEST = expect.stringMatching(/^req_/);
const sim = () => open.simulated.simulator;
const aCharge = (): Promise<ChargeRequest> =>
  aRequest(open.gateway, typedCard(TEST_CARDS.good), enterAtStripe(open.simulated));
const charge = (request: ChargeRequest) => open.gateway.charge(request, randomUUID());
/** The lines of the log about what was done, without their time. */
async function logOf(act: () => Promise<unknown>): Promise<object[]> {
  lines = [];
  await act();
  return lines.map(({ time: _, ...line }) => line);
}

describe('the log of the processor', () => {
  /** @shows MS9.3 */
  it('says why a charge was refused as a wrong request, with the id of the request', async () => {
    const request = await aCharge();
    expect(await logOf(() => charge({ ...request, amount_cents: cents(1) }))).toEqual([
      {
        level: ERROR,
        msg: 'Stripe refused a charge as a wrong request',
        param: 'amount',
        message: 'Amount must be at least $0.50 usd',
        code: 'amount_too_small',
        request_id: A_REQUEST,
      },
    ]);
  });

  /** @shows MS9.3 */
  it('says why there is no answer', async () => {
    const request = await aCharge();
    sim().faults.plan({ kind: 'key_rolled', calls: 'POST /v1/payment_intents' });
    expect(await logOf(() => charge(request))).toMatchObject([
      {
        level: WARN,
        msg: 'Stripe gave no answer',
        status: 401,
        message: 'Expired API Key.',
        code: 'api_key_expired',
        request_id: A_REQUEST,
      },
    ]);
  });

  /** @shows MS9.3 */
  it('says why an answer is not believed', async () => {
    const request = await aCharge();
    sim().faults.plan({ kind: 'wrong_amount', calls: 'POST /v1/payment_intents' });
    expect(await logOf(() => charge(request))).toEqual([
      {
        level: ERROR,
        msg: 'An answer of Stripe cannot be believed',
        cause: 'payment_intent: amount is not what was asked for',
        request_id: A_REQUEST,
      },
    ]);
  });

  /** @shows MS9.3 */
  it('says why a refund was refused', async () => {
    const { ref: charge_ref } = (await charge(await aCharge())) as { ref: string };
    const refund = { refund_id: 1, charge_ref, amount_cents: cents(99_999_00) };
    const [line] = await logOf(() => open.gateway.refund(refund, randomUUID()));
    expect(line).toMatchObject({ level: WARN, msg: 'Stripe refused a refund', request_id: A_REQUEST });
    expect(line).toMatchObject({ message: expect.stringContaining('greater than'), param: 'amount' });
  });

  /** @shows MS9.2 MS9.3 */
  it('repeats neither an email address nor the number of a card', async () => {
    const message = `Bad address ada@example.com of ${TEST_CARDS.good}.`;
    const alter = () => ({ error: { type: 'invalid_request_error', message } });
    const request = await aCharge();
    sim().faults.plan({ kind: 'altered', calls: 'POST /v1/payment_intents', alter });
    expect(await logOf(() => charge({ ...request, amount_cents: cents(1) }))).toMatchObject([
      { message: 'Bad address (address) of 424242…4242.' },
    ]);
  });

  it('has no line for a charge that is paid', async () => {
    const request = await aCharge();
    expect(await logOf(() => charge(request))).toEqual([]);
  });
});
