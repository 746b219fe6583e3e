/*
 * What cards and bank accounts do, by number. The numbers are those that Stripe publishes for its test mode,
 * but for the ones that are marked as ours.
 */

/** Why a card was refused, as Stripe's answer says it. */
export type Decline = {
  code: string;
  decline_code?: string;
  advice_code?: 'confirm_card_data' | 'do_not_try_again' | 'try_again_later';
  network_advice_code?: string;
  network_decline_code?: string;
  /** refused by Stripe's Radar, not by the bank */
  isBlocked?: boolean;
};

export type CardPlan = {
  kind: 'card';
  brand: string;
  funding: 'credit' | 'debit' | 'prepaid' | 'unknown';
  setUp: 'good' | 'confirm' | Decline;
  /** `slow`: the bank answers an hour later */
  charge: 'good' | 'confirm' | 'slow' | Decline;
  /** charges that are good before `charge` counts */
  goodCharges?: number;
  later?: 'dispute' | 'not_received' | 'inquiry' | 'warning' | 'prevented';
  refund?: 'pending' | 'comes_back';
};

/** The company's limit of debits, by Stripe's code, and how a debit beyond it is answered. */
export type DebitLimit = {
  limit: 'charge_exceeds_weekly_limit' | 'charge_exceeds_transaction_limit' | 'charge_exceeds_source_limit';
  /** with a status and type at once, or days later as a debit that failed; left out, as a card's refusal */
  answer?: 'card_error' | 'invalid_402' | 'invalid_400' | 'days_later';
};

export type BankPlan = {
  kind: 'bank';
  /** the login at the bank, or amounts that are sent to the account */
  verified: 'instantly' | 'by_deposit';
  charge: 'settles' | 'stays' | 'blocked' | DebitLimit | { returns: string };
  /** banking days until it settles or is returned; a return may come after the debit has settled */
  days?: number;
  isAfterSettling?: boolean;
  /** how the bank says it: with the network's code, by a word alone, or not at all */
  says?: 'code' | 'word' | 'nothing';
  bank_name: string;
};

export type Plan = CardPlan | BankPlan;

export type Wallet = 'apple_pay' | 'google_pay';

/** What is typed into Stripe's fields or comes from a wallet; a plan changes what the number does. */
export type Typed =
  | { number: string; exp_month?: number; exp_year?: number; plan?: Partial<CardPlan>; wallet?: Wallet }
  | { account: string; routing?: string; plan?: Partial<BankPlan> };

const good: CardPlan = { kind: 'card', brand: 'visa', funding: 'credit', setUp: 'good', charge: 'good' };
const declined = (decline_code: string, code = 'card_declined'): Decline => ({ code, decline_code });
const refusedAtSetUp = (decline: Decline): CardPlan => ({ ...good, setUp: decline, charge: decline });

const CARDS: Readonly<Record<string, CardPlan>> = {
  '4242424242424242': good,
  '5555555555554444': { ...good, brand: 'mastercard' },
  '378282246310005': { ...good, brand: 'amex' },
  '6011111111111117': { ...good, brand: 'discover' },
  '4000056655665556': { ...good, funding: 'debit' },
  '5200828282828210': { ...good, brand: 'mastercard', funding: 'debit' },
  '5105105105105100': { ...good, brand: 'mastercard', funding: 'prepaid' },
  '4000000000000002': refusedAtSetUp(declined('generic_decline')),
  '4000000000009995': refusedAtSetUp(declined('insufficient_funds')),
  '4000000000009987': refusedAtSetUp(declined('lost_card')),
  '4000000000009979': refusedAtSetUp(declined('stolen_card')),
  '4000000000000069': refusedAtSetUp(declined('expired_card', 'expired_card')),
  '4000000000000127': refusedAtSetUp(declined('incorrect_cvc', 'incorrect_cvc')),
  '4000000000000119': refusedAtSetUp(declined('processing_error', 'processing_error')),
  '4000000000000341': { ...good, charge: declined('generic_decline') },
  '4000002500003155': { ...good, setUp: 'confirm' },
  '4000000000003220': { ...good, setUp: 'confirm' },
  '4000002760003184': { ...good, setUp: 'confirm', charge: 'confirm' },
  '4100000000000019': { ...good, charge: { ...declined('fraudulent'), isBlocked: true } },
  '4000000000000259': { ...good, later: 'dispute' },
  '4000000000002685': { ...good, later: 'not_received' },
  '4000000000001976': { ...good, later: 'inquiry' },
  '4000000000005423': { ...good, later: 'warning' },
  '4000000000007726': { ...good, refund: 'pending' },
  '4000000000005126': { ...good, refund: 'comes_back' },
  // Ours, as in the sandbox: the first charge is good, and no other.
  '4000000000006629': { ...good, goodCharges: 1, charge: declined('insufficient_funds') },
};

const account: BankPlan = {
  kind: 'bank',
  verified: 'instantly',
  charge: 'settles',
  bank_name: 'STRIPE TEST BANK',
};

const ACCOUNTS: Readonly<Record<string, BankPlan>> = {
  '000123456789': account,
  '000111111113': { ...account, charge: { returns: 'R02' } },
  '000111111116': { ...account, charge: { returns: 'R03' } },
  '000222222227': { ...account, charge: { returns: 'R01' } },
  '000333333335': { ...account, charge: { returns: 'R10' } },
  '000555555559': { ...account, charge: { returns: 'R10' }, isAfterSettling: true },
  '000000000009': { ...account, charge: 'stays' },
  '000777777771': { ...account, charge: { limit: 'charge_exceeds_weekly_limit' } },
  // Ours: an ordinary account, in no list of the portal.
  '000314159265': account,
  // Ours: the bank has blocked the account for debits before the first one.
  '000888888885': { ...account, charge: 'blocked' },
};

/** @throws Error for a number that does nothing in particular: a test that uses it means something */
export function planOf(typed: Typed): Plan {
  const known = 'number' in typed ? CARDS[typed.number] : ACCOUNTS[typed.account];
  if (!known) throw new Error('The simulated Stripe knows no such number');
  return { ...known, ...typed.plan } as Plan;
}

/** The word that Stripe has for a return code of the ACH network; for a stopped payment it is assumed. */
export const WORDS: Readonly<Record<string, string>> = {
  R01: 'insufficient_funds',
  R02: 'account_closed',
  R03: 'no_account',
  R04: 'account_number_invalid',
  R07: 'debit_not_authorized',
  R08: 'debit_not_authorized',
  R09: 'insufficient_funds',
  R10: 'debit_not_authorized',
  R16: 'bank_account_restricted',
  R20: 'bank_account_restricted',
  R29: 'debit_not_authorized',
};
