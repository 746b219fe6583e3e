import { describe, expect, it } from 'vitest';
import { ODD_EVENTS } from './outside.ts';
import {
  accountForEachTest,
  aCustomer,
  anEntry,
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
const eventsOf = async (type: string) =>
  (await stripe().events.list({ types: [type as 'payout.paid'] })).data;

describe('outside the portal', () => {
  it('staff refund in the Dashboard: the refund has no id of the portal’s', async () => {
    const { id } = await paidBy(CARD);
    sim().outside.refundInDashboard(id, 100);
    const { data } = await stripe().refunds.list({ payment_intent: id });
    expect(data).toMatchObject([{ amount: 100, metadata: {}, status: 'succeeded' }]);
  });

  it('a bank sends a refund back for a reason', async () => {
    const { id } = await paidBy(CARD);
    const refund = sim().outside.refundInDashboard(id);
    sim().outside.failRefund(refund.id, 'expired_or_canceled_card');
    expect((await stripe().refunds.retrieve(refund.id)).failure_reason).toBe('expired_or_canceled_card');
    expect((await stripe().charges.retrieve(refund.charge as string)).amount_refunded).toBe(0);
  });

  it('a card is replaced by its bank', async () => {
    const method = await saved(await aCustomer(), CARD);
    sim().outside.updateCard(method, { exp_year: 2034, last4: '4444' });
    expect((await stripe().paymentMethods.retrieve(method)).card).toMatchObject({
      exp_year: 2034,
      last4: '4444',
    });
    expect(await eventsOf('payment_method.automatically_updated')).toHaveLength(1);
  });

  it('a permission to debit is withdrawn', async () => {
    const customer = await aCustomer();
    const method = await saved(customer, ACCOUNT);
    const intent = await pay(customer, method);
    const mandate = chargeOf(intent).payment_method_details!.us_bank_account!.mandate as string;
    expect((await stripe().mandates.retrieve(mandate)).status).toBe('active');
    sim().outside.endMandate(method);
    expect((await stripe().mandates.retrieve(mandate)).status).toBe('inactive');
  });

  it('a customer is deleted: nothing is opened for its id any more, its methods are nobody’s', async () => {
    const customer = await aCustomer();
    const method = await saved(customer, CARD);
    const open = await anEntry(customer, 'card');
    sim().outside.deleteCustomer(customer);
    expect(await stripe().customers.retrieve(customer)).toEqual(
      expect.objectContaining({ id: customer, object: 'customer', deleted: true }),
    );
    const missing = { code: 'resource_missing', param: 'customer', statusCode: 400 };
    expect(await errorOf(anEntry(customer, 'card'))).toMatchObject(missing);
    expect(await errorOf(pay(customer, method))).toMatchObject(missing);
    expect(sim().browser.confirmSetup(open.client_secret!, CARD, {}).error?.code).toBe('resource_missing');
    expect((await stripe().paymentMethods.retrieve(method)).customer).toBeNull();
    expect((await stripe().setupIntents.retrieve(open.id)).customer).toBe(customer);
    expect(await eventsOf('customer.deleted')).toHaveLength(1);
  });

  it('a question of the bank becomes a dispute of a part', async () => {
    const { id } = chargeOf(await paidBy(CARD));
    const dispute = sim().outside.dispute(id, { isInquiry: true, amount: 4000 });
    sim().outside.moveDispute(dispute.id, 'lost');
    expect(await stripe().disputes.retrieve(dispute.id)).toMatchObject({
      status: 'needs_response',
      amount: 4000,
      balance_transactions: [{ amount: -4000, fee: 1500 }],
    });
  });

  it('money moves without a payment', async () => {
    sim().outside.adjust(-200, 'stripe_fee');
    const { data } = await stripe().balanceTransactions.list();
    expect(data).toMatchObject([{ type: 'stripe_fee', net: -200, source: null }]);
  });

  it.each(Object.entries(ODD_EVENTS))('an event arrives %s, well signed', async (_, change) => {
    await paidBy(CARD);
    const [event] = await eventsOf('payment_intent.succeeded');
    const body = JSON.stringify(change(event as never));
    const now = sim().world.clock.now() * 1000;
    const header = sim().world.events.signature(body);
    const read = () => stripe().webhooks.constructEvent(body, header, 'whsec_simulated', 300, undefined, now);
    expect(body).not.toBe(JSON.stringify(event));
    // The SDK takes no event of Stripe's second API for one of the first.
    if (body.includes('v2.core.event')) expect(read).toThrow('thin event notification');
    else expect(read().id).toBe(event!.id);
  });
});

/** @shows S28.3 */
describe('fields that were drawn before their entry', () => {
  const AUTOMATIC = { verification_method: 'automatic', permissions: ['payment_method'] };
  const drawnWith = ({ verification_method, permissions }: Partial<typeof AUTOMATIC>) => ({
    allowedPaymentMethodTypes: ['us_bank_account'],
    paymentMethodOptions: {
      us_bank_account: { verification_method, financial_connections: { permissions } },
    },
  });

  it.each([
    ['the same', drawnWith(AUTOMATIC), undefined],
    ['nothing', { allowedPaymentMethodTypes: ['us_bank_account'] }, 'verification_method (none)'],
    ['another way to verify', drawnWith({ ...AUTOMATIC, verification_method: 'instant' }), '("instant")'],
    ['more of the bank', drawnWith({ ...AUTOMATIC, permissions: ['balances'] }), '(["balances"])'],
    ['cards', { ...drawnWith(AUTOMATIC), allowedPaymentMethodTypes: ['card'] }, '(["card"])'],
  ])('take what is typed where both were told the same: %s', async (_, told, message) => {
    const { verification_method, permissions } = AUTOMATIC as { verification_method: 'automatic' } & {
      permissions: 'payment_method'[];
    };
    const { client_secret } = await stripe().setupIntents.create(
      {
        customer: await aCustomer(),
        allowed_payment_method_types: ['us_bank_account'],
        payment_method_options: {
          us_bank_account: { verification_method, financial_connections: { permissions } },
        },
      },
      key(),
    );
    const { error } = sim().browser.confirmSetup(client_secret!, ACCOUNT, { told });
    if (message === undefined) expect(error).toBeUndefined();
    else expect(error?.message).toContain(message);
  });
});
