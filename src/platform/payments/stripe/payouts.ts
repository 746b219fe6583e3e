import type { Stripe } from 'stripe';
import { cents } from '#kit/money.ts';
import { dayIn } from '#kit/plain-date.ts';
import type { Payout } from '#platform/payments/movement.ts';
import { type Account, ask, askForAll, type Expected, orAbsent, Refused } from './ask.ts';
import { movementsOfPayout } from './movements.ts';
import { PAYOUT_LISTS, PAYOUT_STATES } from './statuses.ts';

/* Stripe lists the movements of a payout only after the arrival of the payout. */

const PAYOUT: Expected = { object: 'payout' };
const IN_DOLLARS: Expected = { ...PAYOUT, fields: { currency: 'usd' } };

/** The balance line reports other currencies. @throws Unanswered */
export async function* payouts(account: Account, since: Date): AsyncGenerator<Payout> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  const list = (from: object) => account.stripe.payouts.list({ created, ...from });
  for await (const one of askForAll<Stripe.Payout>(account, list, PAYOUT))
    if (one.currency === 'usd') yield payoutOf(account, one);
}

export async function readPayout(account: Account, ref: string): Promise<Payout | 'absent'> {
  const retrieve = () => account.stripe.payouts.retrieve(ref);
  const found = await orAbsent(() => ask<Stripe.Payout>(account, retrieve, { ...IN_DOLLARS, id: ref }));
  return found === 'absent' ? 'absent' : payoutOf(account, found);
}

async function payoutOf(account: Account, payout: Stripe.Payout): Promise<Payout> {
  const { id: ref, amount, created, arrival_date, status, trace_id, reconciliation_status } = payout;
  const state = PAYOUT_STATES[status] ?? 'unknown';
  // One payout must not end the reading of the others (MS10.4).
  if (state === 'unknown') account.log.error({ payout: ref, status }, 'Stripe has a payout without a word');
  const isListed = PAYOUT_LISTS[reconciliation_status] === 'listed';
  return {
    ref,
    amount_cents: cents(amount),
    made_at: new Date(created * 1000),
    // Midnight of a day in UTC.
    arrives_on: dayIn('UTC', new Date(arrival_date * 1000)),
    state,
    trace: trace_id?.value ?? null,
    movement_ids: isListed ? await listedMovements(account, ref) : null,
  };
}

/** The list may be refused for a single payout; the next night asks again. */
async function listedMovements(account: Account, ref: string): Promise<string[] | null> {
  try {
    return await movementsOfPayout(account, ref);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    account.log.warn({ payout: ref, ...error.reason }, 'Stripe refused the movements of a payout');
    return null;
  }
}
