import type { TypedInstrument } from '#modules/billing/methods/typed-instrument.ts';
import type { CardType } from '#modules/billing/methods/card.ts';

/** The sandbox's numbers by what they do (reliability 1.2). */
export const TEST_CARDS = {
  good: '4242424242424242',
  mastercard: '5555555555554444',
  amex: '378282246310005',
  discover: '6011111111111117',
  debit: '4000056655665556',
  asksToConfirm: '4000002760003184',
  prepaid: '5105105105105100',
  fundingUnknown: '4000000000006645',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  expired: '4000000000000069',
  wrongCode: '4000000000000127',
  declinesCharges: '4000000000000341',
  blocked: '4100000000000019',
  firstChargeOnly: '4000000000006629',
  laterRequestsRefused: '4000000000006686',
  processingError: '4000000000000119',
  answerLostAfterCharge: '4000000000006603',
  answerLostWithoutCharge: '4000000000006611',
  refundRequestLost: '4000000000006637',
  refundRefused: '4000000000007726',
  refundShortOfBalance: '4000000000006702',
  refundComesBack: '4000000000005126',
  refundPending: '4000000000006660',
  refundPendingThenRefused: '4000000000006652',
  refundedByHand: '4000000000006694',
  disputedThenLost: '4000000000000259',
  disputedThenWon: '4000000000006678',
  disputedAsAQuestion: '4000000000001976',
} as const;

export const TEST_ACCOUNTS = {
  settles: '000123456789',
  returnedR01: '000222222227',
  returnedR02: '000111111113',
  returnedR03: '000111111116',
  returnedR10: '000333333335',
  returnedAfterSettling: '000555555559',
  staysOnItsWay: '000000000009',
  debitsBlocked: '000888888885',
  debitsOverLimit: '000777777771',
  verifies: '000666666661',
  neverVerified: '000777777779',
} as const;

export function typedCard(
  number: string,
  changes: { ccid?: string; exp_year?: number } = {},
): TypedInstrument {
  const type: CardType = number.startsWith('3')
    ? 'Amex'
    : number.startsWith('5')
      ? 'MasterCard'
      : number.startsWith('6')
        ? 'Discover'
        : 'Visa';
  return {
    cc: {
      type,
      number,
      name: 'Ada Test',
      exp_month: 12,
      exp_year: 2030,
      ccid: type === 'Amex' ? '1234' : '123',
      ...changes,
    },
  };
}

export function typedAccount(account_number: string, routing_number = '110000000'): TypedInstrument {
  return {
    ach: {
      first_name: 'Ada',
      last_name: 'Test',
      address: '1 Pier',
      city: 'New York',
      state: 'NY',
      zip: '10001',
      email: 'ada@example.com',
      routing_number,
      account_number,
      account_type: 'Checking',
    },
  };
}
