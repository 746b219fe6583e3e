import type { Stripe } from 'stripe';
import { cents, ZERO, type Cents } from '#kit/money.ts';
import type { Movement } from '#platform/payments/movement.ts';
import { type Account, ask, askForAll, odd, orAbsent, oursOf } from './ask.ts';
import { isDebit } from './charges.ts';
import { REFUND_STATES } from './statuses.ts';

/*
 * Stripe lists a debit from the day of the request, long before the money is there, and takes the debit back
 * in a second line if the bank refuses. Neither line counts as arrived before the debit has settled. A refund
 * counts as arrived when made.
 */

type Line = Stripe.BalanceTransaction;
type Found = Stripe.Charge | 'absent';
type ChargeOf = (id: unknown) => Promise<Found>;
type Part = Omit<Movement, keyof ReturnType<typeof plain>> & Partial<Movement>;

const LINE = { object: 'balance_transaction' };

/** A line not made by this portal may be of any kind and never ends the reading. @throws Unanswered */
export async function* movements(account: Account, since?: Date): AsyncGenerator<Movement> {
  const read = new Map<string, Promise<Found>>();
  const chargeOf: ChargeOf = async (id) => {
    if (typeof id !== 'string') return 'absent';
    const known = read.get(id) ?? readChargeObject(account, id);
    read.set(id, known);
    return known;
  };
  const asked = since ? { created: { gte: Math.floor(since.getTime() / 1000) } } : {};
  const list = (from: object) =>
    account.stripe.balanceTransactions.list({ ...asked, expand: ['data.source'], ...from });
  for await (const line of askForAll<Line>(account, list, LINE)) {
    // The other side of a reserve; the books are those of the balance for payouts.
    if (line.balance_type === 'risk_reserved') continue;
    yield isInDollars(line)
      ? { ...plain(line), ...(await partOf(account, line, chargeOf)) }
      : noDollars(line);
  }
}

export async function movementsOfPayout(account: Account, payout: string): Promise<string[]> {
  const list = (from: object) => account.stripe.balanceTransactions.list({ payout, ...from });
  const ids: string[] = [];
  for await (const { id } of askForAll<Line>(account, list, LINE)) ids.push(id);
  return ids;
}

export async function balance(account: Account): Promise<Cents> {
  const call = () => account.stripe.balance.retrieve();
  const { available, pending } = await ask(account, call, { object: 'balance' });
  if (!Array.isArray(available) || !Array.isArray(pending)) throw odd(account, 'the balance has no sums');
  const dollars = [...available, ...pending].filter(({ currency }) => currency === 'usd');
  return cents(dollars.reduce((sum, { amount }) => sum + amount, 0));
}

const readChargeObject = (account: Account, id: string): Promise<Found> =>
  orAbsent(() =>
    ask<Stripe.Charge>(account, () => account.stripe.charges.retrieve(id), {
      object: 'charge',
      id,
    }),
  );

const isInDollars = ({ currency }: Line): boolean => currency === 'usd';

/** The books are in dollars. */
const noDollars = (line: Line): Movement => ({
  ...plain(line),
  kind: 'other_currency',
  amount_cents: ZERO,
  fee_cents: ZERO,
});

const plain = ({ id, amount, fee, created }: Line) => ({
  id,
  amount_cents: cents(amount),
  fee_cents: cents(fee),
  at: new Date(created * 1000),
  charge_ref: null as string | null,
  refund_ref: null as string | null,
  dispute_ref: null as string | null,
  payout_ref: null as string | null,
  is_arrived: true as boolean,
  is_foreign: false as boolean,
});

async function partOf(account: Account, line: Line, chargeOf: ChargeOf): Promise<Part> {
  const source = line.source as Exclude<Line['source'], string>;
  switch (source?.object) {
    case 'charge':
      return partOfCharge(account, line, source);
    case 'refund':
      return partOfRefund(account, line, { refund: source, chargeOf });
    case 'dispute': {
      const charge = await chargeOf(source.charge);
      // The return of a settled debit.
      if (charge !== 'absent' && isDebit(charge)) return { kind: 'return', ...named(account, charge) };
      const kind = line.amount < 0 ? 'dispute' : 'dispute_back';
      return { kind, ...named(account, charge), dispute_ref: source.id };
    }
    case 'payout': {
      const isOut = line.type === 'payout';
      return { kind: isOut ? 'payout' : 'payout_back', payout_ref: isOut ? source.id : null };
    }
    default: {
      const type = LINE_TYPES[line.type];
      return { kind: type === 'top_up' || type === 'fee' || type === 'reserve' ? type : 'other' };
    }
  }
}

function partOfCharge(account: Account, { type }: Line, charge: Stripe.Charge): Part {
  const name = named(account, charge);
  const known = LINE_TYPES[type];
  if (known === 'charge') return { kind: 'charge', ...name, is_arrived: charge.status === 'succeeded' };
  // Takes back money that never arrived.
  if (known === 'debit_failed') return { kind: 'return', ...name, is_arrived: false };
  return { kind: 'other', ...name };
}

async function partOfRefund(
  account: Account,
  { id }: Line,
  { refund, chargeOf }: { refund: Stripe.Refund; chargeOf: ChargeOf },
): Promise<Part> {
  const name = named(account, await chargeOf(refund.charge));
  const kind = id === refund.failure_balance_transaction ? 'refund_failed' : 'refund';
  const state = REFUND_STATES[refund.status ?? ''];
  if (!state) account.log.error({ refund: refund.id }, 'Stripe has a refund without a word');
  // A pending refund has left the balance, but may fail; so may a refund of an unknown state.
  return { kind, ...name, refund_ref: refund.id, is_arrived: state !== undefined && state !== 'pending' };
}

/** A charge is ours if made by a payment intent of this portal. */
function named(account: Account, charge: Found): Pick<Movement, 'charge_ref' | 'is_foreign'> {
  if (charge === 'absent') return { charge_ref: null, is_foreign: true };
  const { id, payment_intent, metadata } = charge;
  if (typeof payment_intent !== 'string') return { charge_ref: id, is_foreign: true };
  return { charge_ref: payment_intent, is_foreign: oursOf(account, metadata, 'attempt_id') === null };
}

/** `by_source`: decided by the refund, dispute or payout of the line. */
type LineType = 'charge' | 'debit_failed' | 'by_source' | 'top_up' | 'fee' | 'reserve' | 'other';

const ALL = (words: string, type: LineType) => words.split(' ').map((word) => [word, type] as const);

/** `words-of-stripe.test.ts` compares the types with the description of Stripe. */
export const LINE_TYPES: Readonly<Record<string, LineType>> = Object.fromEntries([
  ...ALL('charge payment', 'charge'),
  ...ALL('payment_failure_refund', 'debit_failed'),
  ...ALL('refund payment_refund refund_failure payment_reversal adjustment', 'by_source'),
  ...ALL('payout payout_cancel payout_failure', 'by_source'),
  ...ALL('topup topup_reversal', 'top_up'),
  ...ALL('stripe_fee stripe_fx_fee tax_fee', 'fee'),
  ...ALL('reserve_hold reserve_release reserve_transaction reserved_funds', 'reserve'),
  ...ALL('payment_network_reserve_hold payment_network_reserve_release', 'reserve'),
  ...ALL('payout_minimum_balance_hold payout_minimum_balance_release', 'reserve'),
  // Products of Stripe never used by the portal.
  ...ALL('advance advance_funding anticipation_repayment contribution payment_unreconciled', 'other'),
  ...ALL('application_fee application_fee_refund connect_collection_transfer tax_fund', 'other'),
  ...ALL('climate_order_purchase climate_order_refund fee_credit_funding', 'other'),
  ...ALL('inbound_transfer inbound_transfer_reversal obligation_outbound', 'other'),
  ...ALL('obligation_reversal_inbound issuing_authorization_hold issuing_authorization_release', 'other'),
  ...ALL('issuing_dispute issuing_dispute_provisional_credit issuing_transaction', 'other'),
  ...ALL('issuing_dispute_provisional_credit_reversal stripe_balance_payment_debit', 'other'),
  ...ALL('stripe_balance_payment_debit_reversal', 'other'),
  ...ALL('transfer transfer_cancel transfer_failure transfer_refund', 'other'),
]);
