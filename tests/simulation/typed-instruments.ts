import { addMonthsClamped, plainDate, type PlainDate } from '#kit/plain-date.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Chance } from '#kit/seeded-chance.ts';
import { TEST_ACCOUNTS, TEST_CARDS } from '#tests/support/billing/test-instruments.ts';
import { PASSWORD } from './fixtures.ts';
import type { SimProcessor } from './processors/processor.ts';

export const CARDS: readonly string[] = [
  TEST_CARDS.good,
  TEST_CARDS.debit,
  TEST_CARDS.mastercard,
  TEST_CARDS.firstChargeOnly,
  TEST_CARDS.firstChargeOnly,
  TEST_CARDS.firstChargeOnly,
  TEST_CARDS.declinesCharges,
  TEST_CARDS.processingError,
  TEST_CARDS.declined,
  TEST_CARDS.answerLostAfterCharge,
  TEST_CARDS.answerLostWithoutCharge,
  TEST_CARDS.refundComesBack,
  TEST_CARDS.refundComesBack,
  TEST_CARDS.refundPending,
  TEST_CARDS.refundPendingThenRefused,
  TEST_CARDS.disputedThenLost,
  TEST_CARDS.disputedThenLost,
  TEST_CARDS.disputedThenWon,
  TEST_CARDS.disputedThenWon,
];
export const ACCOUNTS: readonly string[] = [
  TEST_ACCOUNTS.settles,
  TEST_ACCOUNTS.returnedR01,
  TEST_ACCOUNTS.returnedR02,
  TEST_ACCOUNTS.returnedR03,
  TEST_ACCOUNTS.returnedR10,
  TEST_ACCOUNTS.verifies,
  TEST_ACCOUNTS.neverVerified,
];

/** A code that stands nowhere by chance: it is looked for in everything that is kept. */
const CODE = '047';

/** What must be nowhere but at the processor, and there only in passing (I14). */
export const SECRETS: readonly string[] = [...Object.values(TEST_CARDS), ...ACCOUNTS, CODE, PASSWORD];

export type Typed = { cc: object } | { ach: object };

type Typing = { chance: Chance; clock: Pick<Clock, 'today'>; processor: SimProcessor };

export function aTypedInstrument(
  { chance, clock, processor: { cards, accounts } }: Typing,
  banksOfAHundred: number,
): Typed {
  if (chance.percent(banksOfAHundred)) return typedAccount(chance.oneOf(accounts));
  // Some cards expire while payments are to come (MC6).
  const until = chance.percent(20) ? addMonthsClamped(clock.today(), chance.upTo(4)) : LONG_GOOD;
  return typedCard(chance.oneOf(cards), until);
}

const LONG_GOOD = plainDate('2030-12-01');

function typedCard(number: string, until: PlainDate): Typed {
  return {
    cc: {
      type: number.startsWith('5') ? 'MasterCard' : 'Visa',
      number,
      name: 'Adaeze Prepared',
      exp_month: Number(until.slice(5, 7)),
      exp_year: Number(until.slice(0, 4)),
      ccid: CODE,
    },
  };
}

function typedAccount(account_number: string): Typed {
  return {
    ach: {
      first_name: 'Adaeze',
      last_name: 'Prepared',
      address: '12 Elm Street',
      city: 'Bronx',
      state: 'NY',
      zip: '10471',
      phone: '718-555-0133',
      email: 'adaeze@prepared.example',
      routing_number: '110000000',
      account_number,
      account_type: 'Checking',
    },
  };
}
