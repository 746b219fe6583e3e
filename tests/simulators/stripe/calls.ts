import type { Stripe } from 'stripe';
import * as entries from './entries.ts';
import { cancelIntent, confirmIntent, createIntent } from './intents.ts';
import { readBalance } from './ledger.ts';
import { type Page, pageOf } from './lists.ts';
import { cancelRefund, createRefund } from './refunds.ts';
import { type Kind, made, type Stored } from './store.ts';
import type { Asked, World } from './world.ts';

type Call = (world: World, asked: Asked) => object;

/** The operations that the simulator has no use for, and so does not know. */
export const LEFT_OUT = ['CustomerSessions.create'];

const read =
  (kind: Kind): Call =>
  ({ store }, { id }) =>
    store.get(kind, id);

/** A list of a kind, where each filter that is sent is a field of its objects. */
const list =
  (kind: Kind, path: string): Call =>
  ({ store }, { params }) =>
    filtered(store.list(kind), path, params);

const NO_FILTERS = new Set([
  'limit',
  'starting_after',
  'ending_before',
  'created',
  'expand',
  'payout',
  'types',
]);

function filtered(all: readonly Stored[], path: string, params: Asked['params']): Page {
  const filters = Object.entries(params).filter(([name]) => !NO_FILTERS.has(name));
  const found = all.filter((one) => filters.every(([name, value]) => Reflect.get(one, name) === value));
  return pageOf(found, path, params);
}

const listMovements: Call = ({ store, paidOut }, { params }) => {
  const { payout } = params;
  const all = store.list('balance_transaction');
  const inPayout = payout ? all.filter(({ id }) => paidOut.get(id) === payout) : all;
  return filtered(inPayout, '/v1/balance_transactions', params);
};

const listEvents: Call = ({ events }, { params }) => {
  const types = params.types as string[] | undefined;
  const all = events.listed().filter(({ type }) => types?.includes(type) ?? true);
  return filtered(all, '/v1/events', params);
};

const readAccount: Call = ({ account_id, account }) => {
  const { statement_descriptor, payout_interval, requirements, ...may } = account;
  const settings = made<Stripe.Account.Settings>('Account.Settings', {});
  settings.payments.statement_descriptor = statement_descriptor;
  settings.payouts = {
    debit_negative_balances: true,
    schedule: { delay_days: 2, interval: payout_interval },
    statement_descriptor: null,
  };
  return made<Stripe.Account>('Account', {
    id: account_id,
    ...may,
    country: 'US',
    default_currency: 'usd',
    details_submitted: true,
    type: 'standard',
    settings,
    requirements: made<Stripe.Account.Requirements>('Account.Requirements', {
      currently_due: [],
      past_due: [],
      ...requirements,
    }),
  });
};

export const CALLS: Readonly<Record<string, Call>> = {
  'Accounts.retrieveCurrent': readAccount,
  'Balance.retrieve': readBalance,
  'BalanceTransactions.list': listMovements,
  'BalanceTransactions.retrieve': read('balance_transaction'),
  'Charges.list': list('charge', '/v1/charges'),
  'Charges.retrieve': read('charge'),
  'Customers.create': entries.createCustomer,
  'Customers.retrieve': entries.readCustomer,
  'Customers.update': entries.updateCustomer,
  'Disputes.list': list('dispute', '/v1/disputes'),
  'Disputes.retrieve': read('dispute'),
  'Events.list': listEvents,
  'Events.retrieve': read('event'),
  'Mandates.retrieve': read('mandate'),
  'PaymentIntents.create': createIntent,
  'PaymentIntents.retrieve': read('payment_intent'),
  'PaymentIntents.list': list('payment_intent', '/v1/payment_intents'),
  'PaymentIntents.confirm': confirmIntent,
  'PaymentIntents.cancel': cancelIntent,
  'PaymentMethods.retrieve': read('payment_method'),
  'PaymentMethods.list': list('payment_method', '/v1/payment_methods'),
  'PaymentMethods.attach': entries.attachMethod,
  'PaymentMethods.detach': entries.detachMethod,
  'Payouts.list': list('payout', '/v1/payouts'),
  'Payouts.retrieve': read('payout'),
  'Refunds.create': createRefund,
  'Refunds.retrieve': read('refund'),
  'Refunds.list': list('refund', '/v1/refunds'),
  'Refunds.cancel': cancelRefund,
  'SetupAttempts.list': list('setup_attempt', '/v1/setup_attempts'),
  'SetupIntents.create': entries.createEntry,
  'SetupIntents.retrieve': read('setup_intent'),
  'SetupIntents.list': list('setup_intent', '/v1/setup_intents'),
  'SetupIntents.confirm': entries.confirmEntry,
  'SetupIntents.cancel': entries.cancelEntry,
  'SetupIntents.verifyMicrodeposits': entries.verifyDeposits,
};
