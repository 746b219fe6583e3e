import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import type { AnyChargeRequest, ChargeOutcome, ChargeRequest } from '#platform/payments/gateway.ts';
import type { Fault } from '#tests/simulators/stripe/faults.ts';
import type { Typed } from '#tests/simulators/stripe/instruments.ts';
import { readParams } from '#tests/simulators/stripe/description.ts';
import { aRequest } from '#tests/support/billing/port-requests.ts';
import { type OpenStripe, saveTyped, startWithGateway } from '#tests/support/billing/stripe-hands.ts';
import { TEST_CARDS, typedCard } from '#tests/support/billing/test-instruments.ts';

let open: OpenStripe;
beforeEach(async () => {
  open = await startWithGateway();
});
afterEach(() => open.simulated.close());

const sim = () => open.simulated.simulator;
const intents = () => sim().world.store.list('payment_intent');
const SINCE = new Date('2026-01-01T00:00:00Z');
const look = (request: ChargeRequest) => open.gateway.findCharge({ ...request, since: SINCE });

const requestBy = async (typed: Typed): Promise<ChargeRequest> => ({
  ...(await aRequest(open.gateway, typedCard(TEST_CARDS.good), async (_, customer) =>
    saveTyped(sim(), customer, typed),
  )),
  kind: 'number' in typed ? 'card' : 'bank',
});

async function charged(typed: Typed): Promise<Extract<ChargeOutcome, { ref: string }>> {
  return (await open.gateway.charge(await requestBy(typed), randomUUID())) as never;
}

describe('what is sent', () => {
  const sentBy = async (request: AnyChargeRequest) => {
    await open.gateway.charge(request, randomUUID());
    const { body } = sim().requests.findLast(({ path }) => path === '/v1/payment_intents')!;
    const params: Record<string, unknown> = readParams(body);
    const { amount, currency, customer, payment_method, confirm, metadata, expand, ...terms } = params;
    expect({ amount, currency, confirm, metadata, expand }).toEqual({
      amount: '12345',
      currency: 'usd',
      confirm: 'true',
      metadata: { portal: '6f1c', attempt_id: String(request.attempt_id), order_id: '217' },
      expand: ['latest_charge'],
    });
    expect([customer, payment_method]).toEqual([request.customer, request.method_ref]);
    return terms;
  };
  const away = (request: ChargeRequest): ChargeRequest => ({ ...request, presence: 'away' });
  const of217 = async (typed: Typed): Promise<ChargeRequest> => ({
    ...(await requestBy(typed)),
    order_id: 217,
  });

  /** @shows S16.1 */
  it('asks the payer of a card to confirm where he is at his screen, and says when he is away', async () => {
    const request = await of217({ number: TEST_CARDS.good });
    const card = {
      allowed_payment_method_types: ['card'],
      description: 'Order 217, payment 2',
      statement_descriptor_suffix: 'ORDER 217',
    };
    const here = { use_stripe_sdk: 'true', return_url: request.return_url };
    expect(await sentBy(request)).toEqual({ ...card, ...here });
    expect(await sentBy(away(request))).toEqual({ ...card, off_session: 'true' });
  });

  /** @shows MS10.5 */
  it('says of a saved card that the charge is one of a plan, where its payer is away', async () => {
    const request = { ...(await of217({ number: TEST_CARDS.good })), usage: 'installment' as const };
    const options = { card: { stored_credential_usage: 'installment' } };
    expect(await sentBy(away(request))).toMatchObject({ payment_method_options: options });
    expect(await sentBy(request)).not.toHaveProperty('payment_method_options');
  });

  /** @shows S16.1 */
  it('names the company on the statement of an account, and what is debited as a service', async () => {
    const request = await of217({ account: '000123456789' });
    const debit = {
      allowed_payment_method_types: ['us_bank_account'],
      description: 'Order 217, payment 2',
      statement_descriptor: 'Harborline School Bus',
      payment_method_options: { us_bank_account: { transaction_purpose: 'services' } },
    };
    expect(await sentBy(request)).toEqual({ ...debit, return_url: request.return_url });
    expect(await sentBy(away(request))).toEqual({ ...debit, off_session: 'true' });
  });

  /** @shows S16.1 */
  it('is for a request that was frozen before what it was then', async () => {
    const { attempt_id, order_id, customer, method_ref, amount_cents } = await of217({
      number: TEST_CARDS.good,
    });
    const former = { attempt_id, order_id, customer, method_ref, amount_cents };
    expect(await sentBy(former)).toEqual({
      allowed_payment_method_types: ['card', 'us_bank_account'],
      off_session: 'true',
      description: 'Order 217',
      statement_descriptor_suffix: 'ORDER 217',
    });
  });
});

describe('a look-up', () => {
  /** @shows MS10.1 */
  it.each([
    [23, 'succeeded'],
    [25, undefined],
  ])('finds a charge by a portal whose clock is %d hours ahead: %s', async (hours, k) => {
    const request = await requestBy({ number: TEST_CARDS.good });
    await open.gateway.charge(request, randomUUID());
    const { created } = intents()[0]!;
    const since = new Date((created + hours * 3600) * 1000);
    const found = await open.gateway.findCharge({ ...request, since });
    expect(typeof found === 'object' ? found.k : undefined).toBe(k);
  });
});

describe('why a charge is refused or not believed', () => {
  const reasonOf = async (request: ChargeRequest) => {
    const said = await open.gateway.charge(request, randomUUID());
    return { k: said.k, reason: 'reason' in said ? said.reason : undefined };
  };
  const good = () => requestBy({ number: TEST_CARDS.good });
  const onCharging = (fault: Partial<Fault> & Pick<Fault, 'kind'>) =>
    sim().faults.plan({ calls: 'POST /v1/payment_intents', ...fault });
  const A_REQUEST = expect.stringMatching(/^req_/);

  /** @shows MS9.1 */
  it('is told in the words of Stripe, with the id of the request', async () => {
    expect(await reasonOf({ ...(await good()), amount_cents: cents(1) })).toEqual({
      k: 'declined',
      reason: {
        message: 'Amount must be at least $0.50 usd',
        code: 'amount_too_small',
        request_id: A_REQUEST,
      },
    });
    const request = await good();
    onCharging({ kind: 'key_rolled' });
    expect(await reasonOf(request)).toEqual({
      k: 'unknown',
      reason: { message: 'Expired API Key.', code: 'api_key_expired', request_id: A_REQUEST },
    });
  });

  /** @shows MS9.1 */
  it('is told in our words where Stripe gives none: what differs from the request', async () => {
    const request = await good();
    onCharging({ kind: 'wrong_amount' });
    expect(await reasonOf(request)).toEqual({
      k: 'unknown',
      reason: {
        message: 'payment_intent: amount is not what was asked for',
        code: null,
        request_id: A_REQUEST,
      },
    });
  });

  /** @shows MS9.2 */
  it('is told without an address or the number of a card, and never at length', async () => {
    const message = `Bad address ada@example.com of ${TEST_CARDS.good}. ${'x'.repeat(1000)}`;
    onCharging({ kind: 'altered', alter: () => ({ error: { type: 'invalid_request_error', message } }) });
    const { reason } = await reasonOf({ ...(await good()), amount_cents: cents(1) });
    expect(reason!.message).toMatch(/^Bad address \(address\) of 424242…4242\. x+$/);
    expect(reason!.message.length).toBeLessThanOrEqual(400);
  });
});

describe('a 402 with an error of any type', () => {
  type Error = { payment_intent: { metadata: object } };
  const answeredBy = (change: (error: Error) => object) => {
    const alter = ({ error }: Record<string, unknown>) => ({ error: change(error as Error) });
    sim().faults.plan({ kind: 'altered', calls: 'POST /v1/payment_intents', alter });
    return charged({ number: TEST_CARDS.declinesCharges });
  };

  /** @shows MS6.1 */
  it.each(['api_error', 'an_error_of_tomorrow', undefined])(
    'is a refusal with our intent: %s',
    async (type) => {
      const said = await answeredBy((error) => ({ ...error, type }));
      expect(said).toMatchObject({ k: 'declined', ref: intents()[0]!.id });
    },
  );

  /** @shows MS6.1 */
  it('is neither yes nor no with another intent, or with none', async () => {
    const another = await answeredBy((error) => ({
      ...error,
      type: 'api_error',
      payment_intent: { ...error.payment_intent, metadata: { portal: 'other' } },
    }));
    const none = await answeredBy(() => ({ type: 'api_error', message: 'No payment has come from you.' }));
    expect([another.k, none.k]).toEqual(['unknown', 'unknown']);
  });
});

describe('a debit', () => {
  /** @shows MS2.1 */
  it.each(['card_error', 'invalid_402', 'invalid_400'] as const)(
    'beyond the limit of the company is refused at once, and was never under way: %s',
    async (answer) => {
      const charge = { limit: 'charge_exceeds_weekly_limit', answer } as const;
      const request = await requestBy({ account: '000123456789', plan: { charge } });
      const said = await open.gateway.charge(request, `refused-${answer}`);
      expect(said).toMatchObject({ k: 'declined', code: 'company_limit', next: 'later' });
      expect(await look(request)).toMatchObject({ k: 'declined', code: 'company_limit' });
    },
  );

  /** @shows MS2.1 */
  it('that fails days later for the limit of the company was sent back by no bank', async () => {
    const charge = { limit: 'charge_exceeds_transaction_limit', answer: 'days_later' } as const;
    const request = await requestBy({ account: '000123456789', plan: { charge } });
    expect(await open.gateway.charge(request, 'limit-later')).toMatchObject({ k: 'pending' });
    await sim().advance(7);
    expect(await look(request)).toMatchObject({ k: 'declined', code: 'company_limit', next: 'later' });
  });
});

describe('a card', () => {
  /** @shows S16.9 */
  it('whose account was never verified is ended, as nobody can verify it then', async () => {
    const { ref } = await charged({ account: '000000000009' });
    const intent = sim().world.store.get('payment_intent', ref);
    intent.status = 'requires_action';
    const declined = { k: 'declined', ref, code: 'account_unusable', next: 'new_method' };
    expect(await open.gateway.readCharge(ref)).toMatchObject({ outcome: declined });
    expect(intent.status).toBe('canceled');
    expect(await open.gateway.readCharge(ref)).toMatchObject({ outcome: declined });
  });

  it('that another portal waits for is left alone', async () => {
    const { ref } = await charged({ number: TEST_CARDS.good });
    const intent = sim().world.store.get('payment_intent', ref);
    Object.assign(intent, { status: 'requires_action', metadata: { portal: 'other', attempt_id: '1' } });
    expect(await open.gateway.readCharge(ref)).toMatchObject({ attempt_id: null, outcome: { k: 'unknown' } });
    expect(intent.status).toBe('requires_action');
  });

  it('that its bank answers an hour later is neither yes nor no until then', async () => {
    const request = await requestBy({ number: TEST_CARDS.good, plan: { charge: 'slow' } });
    expect((await open.gateway.charge(request, 'slow')).k).toBe('unknown');
    await sim().advance(1);
    expect((await look(request)) as object).toMatchObject({ k: 'succeeded' });
  });
});

describe('an attempt', () => {
  /** @shows S14.15 */
  it('whose answer is lost after its effect is found, and is charged once', async () => {
    const requests = await Promise.all(
      Array.from({ length: 20 }, () => requestBy({ number: TEST_CARDS.good })),
    );
    sim().faults.plan({ kind: 'drop_after', calls: 'POST /v1/payment_intents', times: 2 * requests.length });
    const keyOf = ({ attempt_id }: ChargeRequest) => `charge-${attempt_id}`;
    const first = await Promise.all(requests.map((one) => open.gateway.charge(one, keyOf(one))));
    expect(new Set(first.map(({ k }) => k))).toEqual(new Set(['unknown']));
    const [found, replayed] = [
      await Promise.all(requests.map(look)),
      await Promise.all(requests.map((one) => open.gateway.charge(one, keyOf(one)))),
    ];
    expect(found).toEqual(replayed);
    expect(new Set(found.map((one) => (one as ChargeOutcome).k))).toEqual(new Set(['succeeded']));
    expect(intents()).toHaveLength(requests.length);
  });

  /** @shows S16.3 */
  it('that comes with other bytes under its key is unknown, and its key is spent (check 12)', async () => {
    const request = await requestBy({ number: TEST_CARDS.good });
    const made = await open.gateway.charge(request, 'a-key');
    const other = { ...request, statement: 'Another', order_id: 2 };
    const said = await open.gateway.charge(other, 'a-key');
    expect(said).toMatchObject({ k: 'unknown', is_key_spent: true });
    expect(await look(request)).toEqual(made);
    expect(intents()).toHaveLength(1);
  });

  /** @shows S19.14 */
  it('that Stripe takes for a wrong request is our mistake, and nothing of its card', async () => {
    const request = await requestBy({ number: TEST_CARDS.good });
    const said = await open.gateway.charge({ ...request, amount_cents: cents(1) }, 'wrong');
    expect(said).toMatchObject({ k: 'declined', code: 'refused_request', next: 'later' });
    expect(intents()).toEqual([]);
  });

  /** @shows MS4.1 */
  it('of a card or account that was taken away is a refusal, though Stripe names no reason', async () => {
    for (const typed of [{ number: TEST_CARDS.good }, { account: '000123456789' }]) {
      const request = await requestBy(typed);
      await open.gateway.forgetMethod(request.method_ref, randomUUID());
      const said = await open.gateway.charge(request, randomUUID());
      expect(said).toMatchObject({ k: 'declined', code: 'method_gone', next: 'new_method' });
    }
    expect(intents()).toEqual([]);
  });

  /** @shows MS4.1 */
  it('is neither yes nor no while such a method cannot be read, and a refusal of it afterwards', async () => {
    const request = await requestBy({ number: TEST_CARDS.good });
    await open.gateway.forgetMethod(request.method_ref, randomUUID());
    sim().faults.plan({ kind: 'error_503', calls: 'GET /v1/payment_methods' });
    expect(await open.gateway.charge(request, 'a-key')).toMatchObject({ k: 'unknown' });
    expect(await open.gateway.charge(request, 'a-key')).toMatchObject({ code: 'method_gone' });
  });

  /** @shows S19.14 */
  it.each(['key_rolled', 'key_restricted'] as const)(
    'that Stripe does not let us ask is neither yes nor no, also when it was asked before: %s',
    async (kind) => {
      const request = await requestBy({ number: TEST_CARDS.good });
      sim().faults.plan({ kind: 'drop_after', calls: 'POST /v1/payment_intents', times: 2 });
      expect(await open.gateway.charge(request, 'a-key')).toMatchObject({ k: 'unknown' });
      sim().faults.plan({ kind, calls: 'POST /v1/payment_intents' });
      const said = await open.gateway.charge(request, 'a-key');
      expect(said).toMatchObject({ k: 'unknown', is_account_refused: true });
      expect(await open.gateway.charge(request, 'a-key')).toMatchObject({ k: 'succeeded' });
    },
  );

  it('whose first call is still running is asked for again under its key', async () => {
    const request = await requestBy({ number: TEST_CARDS.good });
    sim().faults.plan({ kind: 'key_in_use', calls: 'POST /v1/payment_intents' });
    const said = await open.gateway.charge(request, 'a-key');
    expect(said).toMatchObject({ k: 'unknown', reason: { code: 'idempotency_key_in_use' } });
    expect(said).not.toHaveProperty('is_key_spent');
  });

  /** @shows S14.15 */
  it('whose answer was a broken one that is kept for its key is found by looking', async () => {
    const request = await requestBy({ number: TEST_CARDS.good });
    sim().faults.plan({ kind: 'error_500_saved', calls: 'POST /v1/payment_intents' });
    for (let at = 0; at < 4; at += 1)
      expect((await open.gateway.charge(request, 'broken')).k).toBe('unknown');
    expect(await look(request)).toMatchObject({ k: 'succeeded', ref: intents()[0]!.id });
    expect(intents()).toHaveLength(1);
  });
});
