import type { Stripe } from 'stripe';
import { made } from './store.ts';
import { stamp, type World } from './world.ts';

/* Money moves here and nowhere else: each movement is a balance transaction. */

export type Movement = Stripe.BalanceTransaction;

type Moved = {
  type: Movement['type'];
  category: string;
  amount: number;
  fee?: number;
  source: string | null;
  /** left out, dollars */
  currency?: string;
  /** left out, the balance that is paid out */
  balance_type?: Movement['balance_type'];
  /** banking days until it can be paid out; null while it is not known when */
  availableAfter: number | null;
};

export function move(world: World, moved: Moved): Movement {
  const { type, category, amount, fee = 0, source, currency = 'usd', availableAfter } = moved;
  const { balance_type = 'payments' } = moved;
  const available_on = world.clock.afterBankDays(availableAfter ?? 4);
  const movement = made<Movement>('BalanceTransaction', {
    id: world.store.nextId('txn'),
    amount,
    available_on,
    balance_type,
    created: stamp(world).created,
    currency,
    fee,
    fee_details: fee
      ? [{ amount: fee, application: null, currency: 'usd', description: 'Stripe fee', type: 'stripe_fee' }]
      : [],
    net: amount - fee,
    reporting_category: category,
    source,
    status: availableAfter === 0 ? 'available' : 'pending',
    type,
  });
  world.store.add(movement);
  if (availableAfter) world.clock.at(available_on, () => makeAvailable(movement));
  return movement;
}

export function makeAvailable(movement: Movement): void {
  movement.status = 'available';
}

/** What Stripe publishes for the United States: 2.9 % and 30 cents; a debit 0.8 %, 5 dollars at most. */
export const feeOf = (kind: 'card' | 'us_bank_account', amount: number): number =>
  kind === 'card' ? Math.round(amount * 0.029) + 30 : Math.min(Math.round(amount * 0.008), 500);

const isPaidOut = ({ balance_type }: Movement) => balance_type === 'payments';

export function readBalance(world: World): Stripe.Balance {
  const movements = world.store.list('balance_transaction').filter(isPaidOut);
  const currencies = new Set(['usd', ...movements.map(({ currency }) => currency)]);
  const sumOf = (status: string) =>
    [...currencies].map((currency) => {
      const own = movements.filter((one) => one.status === status && one.currency === currency);
      return { amount: own.reduce((sum, { net }) => sum + net, 0), currency };
    });
  return made<Stripe.Balance>('Balance', {
    available: sumOf('available'),
    pending: sumOf('pending'),
    livemode: false,
  } as Partial<Stripe.Balance>);
}

/** On every banking day Stripe sends to the bank what can be paid out by then. */
export function payOutDaily(world: World): void {
  world.clock.at(world.clock.afterBankDays(1) + 600, () => {
    if (world.switches.hasPayouts) payOut(world);
    payOutDaily(world);
  });
}

function payOut(world: World): void {
  const ready = world.store
    .list('balance_transaction')
    .filter((line) => isPaidOut(line) && line.status === 'available' && line.currency === 'usd')
    .filter(({ id }) => !world.paidOut.has(id));
  const amount = ready.reduce((sum, { net }) => sum + net, 0);
  if (amount <= 0) return;
  const payout = made<Stripe.Payout>('Payout', {
    id: world.store.nextId('po'),
    amount,
    arrival_date: world.clock.afterBankDays(1),
    automatic: true,
    currency: 'usd',
    destination: 'ba_simulated',
    metadata: {},
    method: 'standard',
    reconciliation_status: 'in_progress',
    source_type: 'card',
    status: 'in_transit',
    type: 'bank_account',
    ...stamp(world),
  });
  world.store.add(payout);
  // That the payout's own movement is among those of the payout is assumed.
  const own = move(world, {
    type: 'payout',
    category: 'payout',
    amount: -amount,
    source: payout.id,
    availableAfter: 0,
  });
  payout.balance_transaction = own.id;
  for (const { id } of [...ready, own]) world.paidOut.set(id, payout.id);
  world.events.emit('payout.created', payout);
  world.clock.at(payout.arrival_date, () => arrive(world, payout));
}

function arrive(world: World, payout: Stripe.Payout): void {
  payout.reconciliation_status = 'completed';
  if (world.switches.isNextPayoutFailing) return failPayout(world, payout);
  payout.status = 'paid';
  payout.trace_id = { status: 'supported', value: `TRACE${payout.id.slice(-6).toUpperCase()}` };
  world.events.emit('payout.paid', payout);
  world.events.emit('payout.reconciliation_completed', payout);
}

function failPayout(world: World, payout: Stripe.Payout): void {
  world.switches.isNextPayoutFailing = false;
  const back = move(world, {
    type: 'payout_failure',
    category: 'payout_reversal',
    amount: payout.amount,
    source: payout.id,
    availableAfter: 0,
  });
  Object.assign(payout, {
    status: 'failed',
    failure_code: 'account_closed',
    failure_message: 'The bank account has been closed.',
    failure_balance_transaction: back.id,
  });
  world.events.emit('payout.failed', payout);
}
