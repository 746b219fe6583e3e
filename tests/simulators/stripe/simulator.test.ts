import type { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { LEFT_OUT } from './calls.ts';
import { OPERATIONS } from './description.ts';
import type { Typed } from './instruments.ts';
import { type Ids, plannedCalls } from './planned-calls.ts';
import { Store } from './store.ts';
import {
  accountForEachTest,
  aCustomer,
  anEntry,
  BACK,
  chargeOf,
  errorOf,
  key,
  pay,
  saved,
  sim,
  stripe,
} from './test-account.ts';

const GOOD_CARD: Typed = { number: '4242424242424242' };
const GOOD_ACCOUNT: Typed = { account: '000123456789' };

accountForEachTest();

describe('the planned calls', () => {
  it('are taken as the SDK sends them, and answered as Stripe does', async () => {
    const customer = await aCustomer();
    const card = await saved(customer, GOOD_CARD);
    const bank = await saved(customer, GOOD_ACCOUNT);
    const spare = await saved(customer, GOOD_CARD);
    const paid = await pay(customer, card);
    await stripe().refunds.create({ payment_intent: paid.id, amount: 100 }, key());
    const dispute = sim().outside.dispute(chargeOf(await pay(customer, card)).id);
    const confirming = await saved(customer, { number: '4242424242424242', plan: { charge: 'confirm' } });
    const open = await pay(customer, confirming, { isAway: false });
    await sim().advance(5);
    const ids: Ids = {
      customer,
      card,
      bank,
      spare,
      entry: sim().world.store.list('setup_intent').at(-1)!.id,
      openEntry: (await anEntry(customer, 'card')).id,
      charge: chargeOf(paid).id,
      intent: paid.id,
      openIntent: open.id,
      refund: sim().world.store.list('refund')[0]!.id,
      dispute: dispute.id,
      mandate: sim().world.store.list('mandate')[0]!.id,
      payout: sim().world.store.list('payout')[0]!.id,
    };
    for (const call of plannedCalls(ids)) await call.send(stripe());
    sim().expectNoFaults();
  });

  it('and the others that the description has, but for those that are listed as left out', async () => {
    const customer = await aCustomer();
    await stripe().customers.retrieve(customer);
    await stripe().customers.update(customer, { name: 'Robin Alder' }, key());
    const card = await saved(customer, GOOD_CARD);
    await stripe().paymentMethods.retrieve(card);
    await stripe().paymentMethods.list({ customer });
    await stripe().paymentMethods.detach(card, {}, key());
    await stripe().paymentMethods.attach(card, { customer }, key());
    const entry = await anEntry(customer, 'card');
    await stripe().setupIntents.confirm(entry.id, { payment_method: card }, key());
    await stripe().setupIntents.retrieve(entry.id);
    await stripe().setupIntents.list({ customer });
    await stripe().setupIntents.cancel((await anEntry(customer, 'card')).id, {}, key());
    const unpaid = {
      amount: 500,
      currency: 'usd',
      customer,
      allowed_payment_method_types: ['card'],
    } as const;
    const { id } = await stripe().paymentIntents.create(
      { ...unpaid, allowed_payment_method_types: ['card'] },
      key(),
    );
    await stripe().paymentIntents.confirm(id, { payment_method: card, off_session: true }, key());
    const canceled = await stripe().paymentIntents.create(
      { ...unpaid, allowed_payment_method_types: ['card'] },
      key(),
    );
    await stripe().paymentIntents.cancel(canceled.id, {}, key());
    const intent = await stripe().paymentIntents.retrieve(id, {
      expand: ['latest_charge.balance_transaction'],
    });
    const movement = chargeOf(intent).balance_transaction as Stripe.BalanceTransaction;
    await stripe().balanceTransactions.retrieve(movement.id);
    await stripe().charges.list({ customer });
    await stripe().charges.retrieve(chargeOf(intent).id);
    const typed = await saveByDeposit(customer);
    await stripe().setupIntents.verifyMicrodeposits(typed, { amounts: [32, 45] }, key());
    await stripe().setupAttempts.list({ setup_intent: typed });
    const refund = await stripe().refunds.create({ payment_intent: id }, key());
    await stripe().refunds.retrieve(refund.id);
    await stripe().refunds.list({ payment_intent: id });
    const { id: dispute } = sim().outside.dispute(chargeOf(await pay(customer, card)).id);
    await stripe().disputes.retrieve(dispute, { expand: ['charge', 'payment_intent'] });
    await stripe().disputes.list();
    await pay(customer, card, { amount: 90_000 });
    await sim().advance(5);
    const [payout] = (await stripe().payouts.list()).data;
    await stripe().payouts.retrieve(payout!.id);
    await stripe().balanceTransactions.list({ payout: payout!.id, expand: ['data.source'] });
    await stripe().balance.retrieve();
    await stripe().accounts.retrieveCurrent();
    const [event] = (await stripe().events.list({ types: ['payout.paid'] })).data;
    await stripe().events.retrieve(event!.id);
    await stripe().paymentIntents.list({ customer });
    await stripe().mandates.retrieve(sim().world.store.list('mandate')[0]!.id);
    sim().expectNoFaults();

    // None of our refunds waits for the payer, so Stripe refuses to cancel them.
    expect(await errorOf(stripe().refunds.cancel(refund.id, {}, key()))).toMatchObject({ statusCode: 400 });
    const uncovered = OPERATIONS.map((one) => one.id).filter((one) => !sim().covered.has(one));
    expect(uncovered).toEqual([...LEFT_OUT, 'Refunds.cancel']);
  });
});

async function saveByDeposit(customer: string): Promise<string> {
  const { id, client_secret } = await anEntry(customer, 'us_bank_account');
  sim().browser.confirmSetup(client_secret!, { account: '000123456789', plan: { verified: 'by_deposit' } });
  return id;
}

describe('a request that Stripe refuses', () => {
  it('is answered with its error, and fails the run', async () => {
    const wrong = { amount: 100, currency: 'usd', payment_method_types: ['card'] };
    expect(await errorOf(stripe().paymentIntents.create(wrong as never, key()))).toMatchObject({
      statusCode: 400,
      code: 'parameter_unknown',
      param: 'payment_method_types',
    });
    expect(await errorOf(stripe().paymentIntents.create({ amount: 100 } as never, key()))).toMatchObject({
      code: 'parameter_missing',
      param: 'currency',
    });
    expect(() => sim().expectNoFaults()).toThrow('Received unknown parameter: payment_method_types');
    expect(sim().takeComplaints()).toHaveLength(2);
    sim().expectNoFaults();
  });

  /** @shows MS3.3 */
  it('has a payer at the screen without a way back, or a way back that is none', async () => {
    const customer = await aCustomer();
    const payment_method = await saved(customer, { number: '4242424242424242' });
    const sent = { amount: 10_000, currency: 'usd', customer, payment_method, confirm: true };
    const wrong = [
      sent,
      { ...sent, confirm: false, return_url: BACK },
      { ...sent, return_url: '/order/return' },
    ];
    for (const params of wrong)
      expect(await errorOf(stripe().paymentIntents.create(params, key()))).toMatchObject({
        statusCode: 400,
        param: 'return_url',
      });
    const { status } = await stripe().paymentIntents.create({ ...sent, return_url: BACK }, key());
    expect(status).toBe('succeeded');
  });

  it('fails the run too for a key that is not ours, another version or a card’s number', async () => {
    await stripe().customers.create({ name: 'Rowan' });
    await stripe().customers.create({ name: 'Rowan' }, { idempotencyKey: 'rowan@example.com' });
    await stripe().customers.create({ name: '4242424242424242' }, key());
    await stripe().customers.create({ name: 'Rowan' }, { ...key(), apiVersion: '2023-08-16' });
    expect(
      sim()
        .takeComplaints()
        .map((one) => one.replace('POST /v1/customers: ', '')),
    ).toEqual([
      'the Idempotency-Key is the SDK’s, not ours',
      'the Idempotency-Key holds an e-mail address',
      'a card number',
      'Stripe-Version is 2023-08-16',
    ]);
  });

  it.each([
    ['an amount below 50 cents', { amount: 49 }, 'amount_too_small'],
    ['a part of a cent', { amount: 100.5 }, 'parameter_invalid_integer'],
    ['a customer that is not there', { customer: 'cus_none' }, 'resource_missing'],
  ])('is %s', async (_, change, code) => {
    const customer = await aCustomer();
    const call = stripe().paymentIntents.create({ amount: 100, currency: 'usd', customer, ...change }, key());
    expect(await errorOf(call)).toMatchObject({ statusCode: 400, code });
  });
});

describe('a key', () => {
  it('is answered as the first time, a refusal too', async () => {
    const customer = await aCustomer();
    const method = await saved(customer, { number: '4000000000000341' });
    const first = await errorOf(pay(customer, method, { idempotencyKey: 'k' }));
    const again = await errorOf(pay(customer, method, { idempotencyKey: 'k' }));
    expect(first).toMatchObject({ statusCode: 402, code: 'card_declined' });
    expect((again.raw as { payment_intent: { id: string } }).payment_intent.id).toBe(
      (first.raw as { payment_intent: { id: string } }).payment_intent.id,
    );
    expect(sim().world.store.list('payment_intent')).toHaveLength(1);
  });

  it('is refused with other bytes, and forgotten after a day', async () => {
    const made = await stripe().customers.create({ name: 'A' }, { idempotencyKey: 'k' });
    expect(await errorOf(stripe().customers.create({ name: 'B' }, { idempotencyKey: 'k' }))).toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    });
    expect((await stripe().customers.create({ name: 'A' }, { idempotencyKey: 'k' })).id).toBe(made.id);
    await sim().advance(1);
    expect((await stripe().customers.create({ name: 'A' }, { idempotencyKey: 'k' })).id).not.toBe(made.id);
  });

  it('is in use while its call runs', async () => {
    const gate = Promise.withResolvers<number>();
    sim().world.events.plan = 'before_answer';
    sim().world.events.deliverTo(() => gate.promise);
    const first = stripe().customers.create({ name: 'A' }, { idempotencyKey: 'k' });
    await expect.poll(() => sim().world.store.list('customer')).toHaveLength(1);
    expect(await errorOf(stripe().customers.create({ name: 'A' }, { idempotencyKey: 'k' }))).toMatchObject({
      statusCode: 409,
      code: 'idempotency_key_in_use',
    });
    gate.resolve(200);
    expect((await first).object).toBe('customer');
  });
});

describe('cards', () => {
  it.each([
    ['4242424242424242', 'visa', 'credit'],
    ['5555555555554444', 'mastercard', 'credit'],
    ['4000056655665556', 'visa', 'debit'],
    ['5105105105105100', 'mastercard', 'prepaid'],
  ])('%s is saved as %s %s', async (number, brand, funding) => {
    const method = await stripe().paymentMethods.retrieve(await saved(await aCustomer(), { number }));
    expect(method.card).toMatchObject({ brand, funding, last4: number.slice(-4) });
  });

  it('may be refused when they are entered, or want to be confirmed', async () => {
    const customer = await aCustomer();
    const refused = await anEntry(customer, 'card');
    const shown = sim().browser.confirmSetup(refused.client_secret!, { number: '4000000000009995' });
    expect(shown.error).toMatchObject({ code: 'card_declined', decline_code: 'insufficient_funds' });
    const open = await anEntry(customer, 'card');
    sim().browser.confirmSetup(
      open.client_secret!,
      { number: '4000000000003220' },
      { confirmation: 'never' },
    );
    expect(await stripe().setupIntents.retrieve(open.id)).toMatchObject({ status: 'requires_action' });
  });

  it('are refused as a test says, with the advice of the bank', async () => {
    const customer = await aCustomer();
    const method = await saved(customer, GOOD_CARD);
    sim().world.switches.declines.push({
      code: 'card_declined',
      decline_code: 'do_not_honor',
      advice_code: 'do_not_try_again',
      network_advice_code: '03',
    });
    expect((await errorOf(pay(customer, method))).raw).toMatchObject({
      decline_code: 'do_not_honor',
      advice_code: 'do_not_try_again',
      network_advice_code: '03',
      payment_intent: { status: 'requires_payment_method', metadata: { attempt_id: '412' } },
      payment_method: { id: method },
    });
    expect((await pay(customer, method)).status).toBe('succeeded');
  });

  it('may be answered by their bank an hour later', async () => {
    const slow: Typed = { number: '4242424242424242', plan: { charge: 'slow' } };
    const customer = await aCustomer();
    const { id, status } = await pay(customer, await saved(customer, slow));
    expect(status).toBe('processing');
    await sim().advance(1);
    expect((await stripe().paymentIntents.retrieve(id)).status).toBe('succeeded');
  });

  it('want to be confirmed by a payer who is here, and are refused when he is away', async () => {
    const customer = await aCustomer();
    const typed: Typed = { number: '4000002760003184' };
    const method = await saved(customer, typed);
    expect(await errorOf(pay(customer, method))).toMatchObject({
      statusCode: 402,
      code: 'authentication_required',
    });
    const { id, client_secret, status } = await pay(customer, method, { isAway: false });
    expect(status).toBe('requires_action');
    expect(sim().browser.handleNextAction(client_secret!).error).toBeUndefined();
    expect(await stripe().paymentIntents.retrieve(id)).toMatchObject({ status: 'succeeded' });
    const failing = await pay(customer, method, { isAway: false });
    expect(sim().browser.handleNextAction(failing.client_secret!, 'fails').error?.code).toBe(
      'payment_intent_authentication_failure',
    );
  });
});

describe('bank accounts', () => {
  const debitOf = async (typed: Typed) => {
    const customer = await aCustomer();
    const { id, status, latest_charge } = await pay(customer, await saved(customer, typed));
    const read = () =>
      stripe().paymentIntents.retrieve(id, { expand: ['latest_charge.failure_balance_transaction'] });
    return { id, status, read, charge: (latest_charge as Stripe.Charge).id };
  };

  it('are debited in four banking days', async () => {
    const { status, read } = await debitOf(GOOD_ACCOUNT); // Monday
    expect(status).toBe('processing');
    await sim().advance(3);
    expect((await read()).status).toBe('processing');
    await sim().advance(1);
    expect(await read()).toMatchObject({ status: 'succeeded', amount_received: 10_000 });
  });

  it.each([
    ['000222222227', 'R01', 'insufficient_funds'],
    ['000111111113', 'R02', 'account_closed'],
    ['000333333335', 'R10', 'debit_not_authorized'],
  ])('%s is returned with %s before it settles, and its movement with it', async (account, code, word) => {
    const { read } = await debitOf({ account });
    await sim().advance(2);
    const intent = await read();
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: word, network_decline_code: code },
    });
    const back = chargeOf(intent).failure_balance_transaction as Stripe.BalanceTransaction;
    expect(back).toMatchObject({ type: 'payment_failure_refund', amount: -10_000 });
  });

  it('may be returned after they have settled, as a dispute', async () => {
    const { read, charge } = await debitOf({
      account: '000123456789',
      plan: { charge: { returns: 'R10' }, isAfterSettling: true, days: 20 },
    });
    await sim().advance(10);
    expect((await read()).status).toBe('succeeded');
    await sim().advance(20);
    expect((await stripe().disputes.list({ charge })).data).toMatchObject([
      { reason: 'debit_not_authorized', network_reason_code: 'R10', amount: 10_000 },
    ]);
  });

  it('are verified by deposits, or time out', async () => {
    const customer = await aCustomer();
    const typed: Typed = { account: '000123456789', plan: { verified: 'by_deposit' } };
    const entry = await anEntry(customer, 'us_bank_account');
    sim().browser.confirmSetup(entry.client_secret!, typed);
    expect(await stripe().setupIntents.retrieve(entry.id)).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'verify_with_microdeposits' },
    });
    const wrong = sim().browser.verifyMicrodeposits(entry.client_secret!, { amounts: [1, 2] });
    expect(wrong.error?.code).toMatch('amounts_mismatch');
    sim().browser.verifyMicrodeposits(entry.client_secret!, { descriptor_code: 'SM11AA' });
    const done = await stripe().setupIntents.retrieve(entry.id, { expand: ['mandate'] });
    expect(done).toMatchObject({ status: 'succeeded', mandate: { status: 'active' } });

    const late = await anEntry(customer, 'us_bank_account');
    sim().browser.confirmSetup(late.client_secret!, typed);
    await sim().advance(10);
    expect(await stripe().setupIntents.retrieve(late.id)).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { code: 'payment_method_microdeposit_verification_timeout' },
    });
  });
});

describe('the ids of the account', () => {
  it('are never given twice', () => {
    const store = new Store();
    const ids = Array.from({ length: 50_000 }, () => store.nextId('pi'));
    expect(new Set(ids).size).toBe(ids.length);
  });
});
