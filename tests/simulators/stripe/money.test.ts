import { describe, expect, it } from 'vitest';
import {
  accountForEachTest,
  aCustomer,
  chargeOf,
  errorOf,
  key,
  paidBy,
  pay,
  saved,
  sim,
  stripe,
} from './test-account.ts';

accountForEachTest();

const CARD = { number: '4242424242424242' };
const ACCOUNT = { account: '000123456789' };
const refund = (payment_intent: string, amount?: number) =>
  stripe().refunds.create({ payment_intent, ...(amount && { amount }) }, key());
const movements = async () => (await stripe().balanceTransactions.list({ limit: 100 })).data;
const netOf = async () => (await movements()).reduce((sum, { net }) => sum + net, 0);

describe('a refund', () => {
  it('is given at once, in parts, and never above what was paid', async () => {
    const { id } = await paidBy(CARD);
    expect(await refund(id, 4000)).toMatchObject({ status: 'succeeded', amount: 4000 });
    expect((await errorOf(refund(id, 6001))).param).toBe('amount');
    await refund(id);
    expect((await errorOf(refund(id))).code).toBe('charge_already_refunded');
  });

  it('of a debit is on its way for days', async () => {
    const { id } = await paidBy(ACCOUNT);
    await sim().advance(7);
    const given = await refund(id);
    expect(given).toMatchObject({ status: 'pending', pending_reason: 'processing' });
    await sim().advance(2);
    expect((await stripe().refunds.retrieve(given.id)).status).toBe('succeeded');
  });

  it('of a debit that has not settled waits for it', async () => {
    const { id } = await paidBy(ACCOUNT);
    const given = await refund(id);
    expect(given).toMatchObject({ status: 'pending', pending_reason: 'charge_pending' });
    await sim().advance(10);
    expect((await stripe().refunds.retrieve(given.id)).status).toBe('succeeded');
  });

  it('waits while our balance is too low', async () => {
    const { id } = await paidBy(CARD);
    sim().world.switches.refunds = ['no_balance'];
    expect(await refund(id)).toMatchObject({ status: 'pending', pending_reason: 'insufficient_funds' });
  });

  it('may come back after it had succeeded, and the money with it', async () => {
    const { id } = await paidBy({ number: '4000000000005126' });
    const given = await refund(id);
    expect(given.status).toBe('succeeded');
    await sim().advance(3);
    expect(await stripe().refunds.retrieve(given.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'lost_or_stolen_card',
      failure_balance_transaction: expect.any(String),
    });
    expect((await refund(id, 10_000)).amount).toBe(10_000);
  });

  it('is refused while the charge is disputed', async () => {
    const { id } = await paidBy({ number: '4000000000000259' });
    expect((await errorOf(refund(id))).code).toBe('charge_disputed');
  });

  it('of a debit is refused after 180 days', async () => {
    const { id } = await paidBy(ACCOUNT);
    await sim().advance(181);
    expect((await errorOf(refund(id))).statusCode).toBe(400);
  });
});

describe('a dispute', () => {
  const opened = async (isInquiry = false) => {
    const { id } = chargeOf(await paidBy(CARD));
    return sim().outside.dispute(id, { isInquiry });
  };

  it('takes the money and a fee, and gives them back when it is won', async () => {
    const dispute = await opened();
    expect(await netOf()).toBe(10_000 - 320 - 10_000 - 1500);
    sim().outside.moveDispute(dispute.id, 'answered');
    sim().outside.moveDispute(dispute.id, 'won');
    expect((await stripe().disputes.retrieve(dispute.id)).status).toBe('won');
    expect(await netOf()).toBe(10_000 - 320);
  });

  it('keeps them when it is lost', async () => {
    const dispute = await opened();
    sim().outside.moveDispute(dispute.id, 'lost');
    expect(await netOf()).toBe(-320 - 1500);
    expect((await stripe().charges.retrieve(dispute.charge as string)).disputed).toBe(true);
  });

  it('that is only asked about moves nothing', async () => {
    const dispute = await opened(true);
    expect(dispute.status).toBe('warning_needs_response');
    sim().outside.moveDispute(dispute.id, 'won');
    expect((await stripe().disputes.retrieve(dispute.id)).status).toBe('warning_closed');
    expect(await netOf()).toBe(10_000 - 320);
  });
});

describe('payouts', () => {
  it('add up to their movements, once they have arrived', async () => {
    await paidBy(CARD);
    const { id } = await paidBy(CARD, { amount: 5000 });
    await refund(id, 1000);
    await sim().advance(5);
    const { data } = await stripe().payouts.list();
    expect(data.every(({ status }) => status === 'paid')).toBe(true);
    for (const payout of data) {
      expect(payout.reconciliation_status).toBe('completed');
      const inIt = (await stripe().balanceTransactions.list({ payout: payout.id })).data;
      const own = inIt.filter(({ type }) => type === 'payout');
      const others = inIt.filter(({ type }) => type !== 'payout');
      expect(own.map(({ amount }) => amount)).toEqual([-payout.amount]);
      expect(others.reduce((sum, { net }) => sum + net, 0)).toBe(payout.amount);
    }
    const [balance] = (await stripe().balance.retrieve()).available;
    expect(balance!.amount).toBe(0);
  });

  it('may come back from our bank', async () => {
    await paidBy(CARD);
    sim().world.switches.isNextPayoutFailing = true;
    await sim().advance(4);
    const all = (await stripe().payouts.list()).data;
    expect(all.at(-1)).toMatchObject({ status: 'failed', failure_code: 'account_closed' });
    expect((await movements()).map(({ type }) => type)).toContain('payout_failure');
  });

  it('hold no debit that has not settled', async () => {
    await paidBy({ account: '000000000009' });
    await sim().advance(20);
    expect((await stripe().payouts.list()).data).toEqual([]);
    expect((await stripe().balance.retrieve()).pending).toMatchObject([{ amount: 10_000 - 80 }]);
  });
});

describe('a list', () => {
  it('has the newest first, page after page', async () => {
    const made = [];
    for (let at = 0; at < 5; at += 1) made.push(await aCustomer());
    const customer = made[0]!;
    const method = await saved(customer, CARD);
    const intents: string[] = [];
    for (let at = 0; at < 5; at += 1) intents.unshift((await pay(customer, method)).id);
    const first = await stripe().paymentIntents.list({ customer, limit: 2 });
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([intents.slice(0, 2), true]);
    const all = await stripe().paymentIntents.list({ customer, limit: 2 }).autoPagingToArray({ limit: 100 });
    expect(all.map(({ id }) => id)).toEqual(intents);
    const before = await stripe().paymentIntents.list({ customer, limit: 2, ending_before: intents[4]! });
    expect(before.data.map(({ id }) => id)).toEqual(intents.slice(2, 4));
  });

  it('is cut to when its objects were made', async () => {
    const old = await paidBy(CARD);
    await sim().advance(2);
    const young = await paidBy(CARD);
    const since = await stripe().paymentIntents.list({ created: { gte: young.created } });
    expect(since.data.map(({ id }) => id)).toEqual([young.id]);
    const until = await stripe().paymentIntents.list({ created: { lt: young.created } });
    expect(until.data.map(({ id }) => id)).toEqual([old.id]);
  });

  it('knows no cursor that is no object of it', async () => {
    expect((await errorOf(stripe().refunds.list({ starting_after: 're_none' }))).code).toBe(
      'resource_missing',
    );
  });

  it('expands what Stripe expands, and nothing else', async () => {
    await paidBy(CARD);
    const { data } = await stripe().balanceTransactions.list({ expand: ['data.source'] });
    expect(data[0]!.source).toMatchObject({ object: 'charge', amount: 10_000 });
    expect((await errorOf(stripe().charges.list({ expand: ['data.amount'] }))).param).toBe('expand');
  });
});
