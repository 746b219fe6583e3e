import { sandboxFunding } from '#kit/sandbox-fundings.ts';
import type { Funding, RawBank, RawCard } from '#platform/payments/gateway.ts';
import type { Behavior } from './behaviors.ts';

type TestCard = { brand: string; behaviour: Behavior };

// The published test numbers of Stripe, to run the same suite against both; 66xx belong to the sandbox.
const CARDS: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { brand: 'Visa', behaviour: 'succeeds' },
  '5555555555554444': { brand: 'MasterCard', behaviour: 'succeeds' },
  '378282246310005': { brand: 'Amex', behaviour: 'succeeds' },
  '6011111111111117': { brand: 'Discover', behaviour: 'succeeds' },
  '4000056655665556': { brand: 'Visa', behaviour: 'succeeds' },
  '5105105105105100': { brand: 'MasterCard', behaviour: 'succeeds' },
  '4000000000006645': { brand: 'Visa', behaviour: 'succeeds' },
  '4000000000000002': { brand: 'Visa', behaviour: 'declined' },
  '4000000000009995': { brand: 'Visa', behaviour: 'insufficient_funds' },
  '4000000000000069': { brand: 'Visa', behaviour: 'expired' },
  '4000000000000127': { brand: 'Visa', behaviour: 'wrong_code' },
  '4000000000000341': { brand: 'Visa', behaviour: 'declines_charges' },
  '4100000000000019': { brand: 'Visa', behaviour: 'blocked' },
  '4000000000006629': { brand: 'Visa', behaviour: 'first_charge_only' },
  '4000000000006686': { brand: 'Visa', behaviour: 'later_requests_refused' },
  '4000002760003184': { brand: 'Visa', behaviour: 'asks_to_confirm' },
  '4000000000000119': { brand: 'Visa', behaviour: 'processing_error' },
  '4000000000006603': { brand: 'Visa', behaviour: 'answer_lost_after_charge' },
  '4000000000006611': { brand: 'Visa', behaviour: 'answer_lost_without_charge' },
  '4000000000006637': { brand: 'Visa', behaviour: 'refund_request_lost' },
  '4000000000007726': { brand: 'Visa', behaviour: 'refund_refused' },
  '4000000000006702': { brand: 'Visa', behaviour: 'refund_short_of_balance' },
  '4000000000005126': { brand: 'Visa', behaviour: 'refund_comes_back' },
  '4000000000006660': { brand: 'Visa', behaviour: 'refund_pending' },
  '4000000000006652': { brand: 'Visa', behaviour: 'refund_pending_then_refused' },
  '4000000000006694': { brand: 'Visa', behaviour: 'refunded_by_hand' },
  '4000000000000259': { brand: 'Visa', behaviour: 'disputed_then_lost' },
  '4000000000006678': { brand: 'Visa', behaviour: 'disputed_then_won' },
  '4000000000001976': { brand: 'Visa', behaviour: 'disputed_as_a_question' },
};

const TEST_BANK = '110000000';

const ACCOUNTS: Readonly<Record<string, Behavior>> = {
  '000123456789': 'settles',
  '000222222227': 'returns_R01',
  '000111111113': 'returns_R02',
  '000333333335': 'returns_R10',
  '000555555559': 'returns_R10',
  '000000000009': 'stays_on_its_way',
  '000888888885': 'debits_blocked',
  '000777777771': 'debits_over_limit',
  '000111111116': 'returns_R03',
  '000666666661': 'verifies',
  '000777777779': 'never_verified',
};

export type TestInstrument = {
  kind: 'card' | 'bank';
  behaviour: Behavior;
  brand: string;
  funding: Funding | null;
  last_4: string;
  exp_month: number | null;
  exp_year: number | null;
};

/** @returns undefined for a number not on the list; no real number is listed */
export function testInstrument(raw: RawCard | RawBank): TestInstrument | undefined {
  return raw.kind === 'card' ? testCard(raw) : testAccount(raw);
}

function testCard({ number, exp_month, exp_year }: RawCard): TestInstrument | undefined {
  const digits = number.reveal();
  const card = Object.hasOwn(CARDS, digits) ? CARDS[digits] : undefined;
  const funding = sandboxFunding(digits);
  return card && { kind: 'card', funding, ...card, last_4: digits.slice(-4), exp_month, exp_year };
}

function testAccount({ routing_number, account_number }: RawBank): TestInstrument | undefined {
  const digits = account_number.reveal();
  const behaviour =
    routing_number === TEST_BANK && Object.hasOwn(ACCOUNTS, digits) ? ACCOUNTS[digits] : undefined;
  return (
    behaviour && {
      kind: 'bank',
      behaviour,
      brand: 'Bank account',
      funding: null,
      last_4: digits.slice(-4),
      exp_month: null,
      exp_year: null,
    }
  );
}
