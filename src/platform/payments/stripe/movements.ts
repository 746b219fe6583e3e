import type { Stripe } from 'stripe';
import { cents } from '#kit/money.ts';
import type { Movement } from '#platform/payments/gateway.ts';
import { type Account, ask, askForAll, odd, oursOf } from './ask.ts';
import { exactly, isDebit } from './charges.ts';

/*
 * Money that has moved. Stripe's list has a debit from the day it is sent, long before its money is
 * there, and takes it back in a second line when the bank refuses: both are left out until the debit has
 * settled. So is a refund until it is made.
 */

type Line = Stripe.BalanceTransaction;
type ChargeOf = (id: string) => Promise<Stripe.Charge>;

/** Movements of charges of this portal. @throws Unanswered */
export async function* movements(account: Account): AsyncGenerator<Movement> {
  const read = new Map<string, Promise<Stripe.Charge>>();
  const chargeOf: ChargeOf = (id) => {
    const known = read.get(id) ?? readChargeObject(account, id);
    read.set(id, known);
    return known;
  };
  const list = (from: object) =>
    account.stripe.balanceTransactions.list({ expand: ['data.source'], ...from });
  const expected = { object: 'balance_transaction', id: /^txn_/, fields: { currency: 'usd' } };
  for await (const line of askForAll<Line>(account, list, expected)) {
    const movement = await movementOf(account, line, chargeOf);
    if (movement) yield movement;
  }
}

const readChargeObject = (account: Account, id: string): Promise<Stripe.Charge> =>
  ask<Stripe.Charge>(account, () => account.stripe.charges.retrieve(id), {
    object: 'charge',
    id: exactly(id),
  });

async function movementOf(account: Account, line: Line, chargeOf: ChargeOf): Promise<Movement | undefined> {
  const source = line.source as Stripe.Charge | Stripe.Refund | Stripe.Dispute | null;
  const of = (charge: Stripe.Charge, kind: Movement['kind'], refund_ref: string | null = null): Movement => {
    if (typeof charge.payment_intent !== 'string') throw odd(account, `${charge.id} has no payment intent`);
    const [amount_cents, at] = [cents(line.amount), new Date(line.created * 1000)];
    return { charge_ref: charge.payment_intent, refund_ref, kind, amount_cents, at };
  };
  if (source?.object === 'charge') {
    const isArrival = ['charge', 'payment'].includes(line.type) && source.status === 'succeeded';
    return isArrival && isOurs(account, source) ? of(source, 'charge') : undefined;
  }
  if (source?.object !== 'refund' && source?.object !== 'dispute') return undefined;
  const charge = await chargeOf(String(source.charge));
  if (!isOurs(account, charge)) return undefined;
  if (source.object === 'refund') {
    const isBack = line.id === source.failure_balance_transaction;
    // What is under way has left the balance, and may yet stay.
    return source.status === 'pending'
      ? undefined
      : of(charge, isBack ? 'refund_failed' : 'refund', source.id);
  }
  return isDebit(charge) ? of(charge, 'return') : undefined;
}

const isOurs = (account: Account, { metadata }: Stripe.Charge): boolean =>
  oursOf(account, metadata, 'attempt_id') !== null;
