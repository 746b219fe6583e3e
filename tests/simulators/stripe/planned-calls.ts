import type { Stripe } from 'stripe';

/** Ids of things that must be there before the calls can be sent. */
export type Ids = Record<
  | ('customer' | 'card' | 'bank' | 'spare' | 'entry' | 'openEntry' | 'charge' | 'intent' | 'openIntent')
  | ('refund' | 'dispute' | 'mandate' | 'payout'),
  string
>;

export type PlannedCall = { name: string; send: (stripe: Stripe) => Promise<unknown> };

/** Ids of the right kind, where nothing answers but a description. */
export const SOME_IDS: Ids = {
  customer: 'cus_1',
  card: 'pm_1',
  bank: 'pm_2',
  spare: 'pm_3',
  entry: 'seti_1',
  openEntry: 'seti_2',
  charge: 'ch_1',
  intent: 'pi_1',
  openIntent: 'pi_2',
  refund: 're_1',
  dispute: 'du_1',
  mandate: 'mandate_1',
  payout: 'po_1',
};

const key = (idempotencyKey: string) => ({ idempotencyKey });
const attempt = { portal: '6f1c', attempt_id: '412', order_id: '217' };

/** The calls that the portal sends to Stripe, one of each kind, with all their parameters. */
export function plannedCalls(ids: Ids): PlannedCall[] {
  return [...accountCalls(), ...methodCalls(ids), ...chargeCalls(ids), ...laterCalls(ids), ...reports(ids)];
}

const accountCalls = (): PlannedCall[] => [
  { name: 'whose account it is', send: (stripe) => stripe.accounts.retrieveCurrent() },
  {
    name: 'a customer',
    send: (stripe) =>
      stripe.customers.create(
        { name: 'Rowan Alder', email: 'rowan@example.com', metadata: { portal: '6f1c', user_id: '93' } },
        key('customer-6f1c-93'),
      ),
  },
];

const methodCalls = ({ customer, entry, openEntry, card, spare, mandate }: Ids): PlannedCall[] => [
  {
    name: 'the entry of a card',
    send: (stripe) =>
      stripe.setupIntents.create(
        {
          customer,
          usage: 'off_session',
          allowed_payment_method_types: ['card'],
          metadata: { portal: '6f1c', user_id: '93', entry_id: '51' },
        },
        key('entry-6f1c-51'),
      ),
  },
  {
    name: 'the entry of a bank account',
    send: (stripe) =>
      stripe.setupIntents.create(
        {
          customer,
          usage: 'off_session',
          allowed_payment_method_types: ['us_bank_account'],
          payment_method_options: {
            us_bank_account: {
              verification_method: 'automatic',
              financial_connections: { permissions: ['payment_method'] },
            },
          },
          metadata: { portal: '6f1c', user_id: '93', entry_id: '52' },
        },
        key('entry-6f1c-52'),
      ),
  },
  {
    name: 'how an entry stands',
    send: (stripe) => stripe.setupIntents.retrieve(entry, { expand: ['payment_method', 'mandate'] }),
  },
  {
    name: 'the tries of an entry',
    send: (stripe) => stripe.setupAttempts.list({ setup_intent: entry, limit: 100 }),
  },
  {
    name: 'the end of an entry',
    send: (stripe) =>
      stripe.setupIntents.cancel(
        openEntry,
        { cancellation_reason: 'abandoned', expand: ['payment_method', 'mandate'] },
        key('entry-6f1c-51-end'),
      ),
  },
  { name: 'a saved method', send: (stripe) => stripe.paymentMethods.retrieve(card) },
  { name: 'a mandate', send: (stripe) => stripe.mandates.retrieve(mandate) },
  {
    name: 'the end of a method',
    send: (stripe) => stripe.paymentMethods.detach(spare, {}, key('forget-6f1c-61')),
  },
];

const chargeCalls = ({ customer, card, bank, intent, openIntent, charge }: Ids): PlannedCall[] => [
  {
    name: 'a card, its holder being here',
    send: (stripe) =>
      stripe.paymentIntents.create(
        {
          amount: 494_400,
          currency: 'usd',
          customer,
          payment_method: card,
          allowed_payment_method_types: ['card'],
          confirm: true,
          use_stripe_sdk: true,
          return_url: 'https://ride.example/order/return?order=217&payment=431',
          description: 'Order 217, payment 1',
          statement_descriptor_suffix: 'ORDER 217',
          metadata: attempt,
          expand: ['latest_charge'],
        },
        key('charge-2f0c6b1e-1'),
      ),
  },
  {
    name: 'a card, its holder being away',
    send: (stripe) =>
      stripe.paymentIntents.create(
        {
          amount: 215_000,
          currency: 'usd',
          customer,
          payment_method: card,
          allowed_payment_method_types: ['card'],
          confirm: true,
          off_session: true,
          payment_method_options: { card: { stored_credential_usage: 'installment' } },
          description: 'Order 217, payment 2',
          statement_descriptor_suffix: 'ORDER 217',
          metadata: attempt,
          expand: ['latest_charge'],
        },
        key('charge-2f0c6b1e-2'),
      ),
  },
  {
    name: 'a bank account',
    send: (stripe) =>
      stripe.paymentIntents.create(
        {
          amount: 215_000,
          currency: 'usd',
          customer,
          payment_method: bank,
          allowed_payment_method_types: ['us_bank_account'],
          payment_method_options: { us_bank_account: { transaction_purpose: 'services' } },
          confirm: true,
          off_session: true,
          description: 'Order 217, payment 3',
          statement_descriptor: 'HARBORLINE BUS',
          metadata: attempt,
          expand: ['latest_charge'],
        },
        key('charge-2f0c6b1e-3'),
      ),
  },
  {
    name: 'how a charge stands',
    send: (stripe) => stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] }),
  },
  {
    name: 'the charges of a customer',
    send: (stripe) =>
      stripe.paymentIntents.list({
        customer,
        created: { gte: 1 },
        limit: 100,
        expand: ['data.latest_charge'],
      }),
  },
  {
    name: 'the end of a charge',
    send: (stripe) =>
      stripe.paymentIntents.cancel(
        openIntent,
        { cancellation_reason: 'abandoned' },
        key('charge-2f0c6b1e-4-end'),
      ),
  },
  {
    name: 'what the bank said of a charge',
    send: (stripe) =>
      stripe.charges.retrieve(charge, {
        expand: ['balance_transaction', 'failure_balance_transaction', 'refunds'],
      }),
  },
];

const laterCalls = ({ intent, refund, dispute }: Ids): PlannedCall[] => [
  {
    name: 'a refund',
    send: (stripe) =>
      stripe.refunds.create(
        {
          payment_intent: intent,
          amount: 100,
          reason: 'requested_by_customer',
          metadata: { portal: '6f1c', refund_id: '9' },
        },
        key('refund-81a7'),
      ),
  },
  { name: 'how a refund stands', send: (stripe) => stripe.refunds.retrieve(refund) },
  {
    name: 'the refunds of a charge',
    send: (stripe) => stripe.refunds.list({ payment_intent: intent, limit: 100 }),
  },
  {
    name: 'how a dispute stands',
    send: (stripe) => stripe.disputes.retrieve(dispute, { expand: ['charge'] }),
  },
];

const reports = ({ payout }: Ids): PlannedCall[] => [
  { name: 'events', send: (stripe) => stripe.events.list({ created: { gte: 1 }, limit: 100 }) },
  {
    name: 'movements',
    send: (stripe) =>
      stripe.balanceTransactions.list({ created: { gte: 1 }, limit: 100, expand: ['data.source'] }),
  },
  { name: 'payouts', send: (stripe) => stripe.payouts.list({ created: { gte: 1 }, limit: 100 }) },
  {
    name: 'the movements of a payout',
    send: (stripe) => stripe.balanceTransactions.list({ payout, limit: 100, expand: ['data.source'] }),
  },
  { name: 'the balance', send: (stripe) => stripe.balance.retrieve() },
  { name: 'the disputes', send: (stripe) => stripe.disputes.list({ created: { gte: 1 }, limit: 100 }) },
];
