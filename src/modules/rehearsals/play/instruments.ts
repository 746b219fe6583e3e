import type { PlainDate } from '#kit/plain-date.ts';
import type { DrawnFamily } from './drawn-families.ts';

/** Published numbers of the sandbox, by what they do. */
const NUMBERS = {
  good_card: '4242424242424242',
  declined_from_the_second: '4000000000006629',
  declined: '4000000000000341',
  good_account: '000123456789',
  returned: '000222222227',
} as const;
export type Instrument = keyof typeof NUMBERS;

/** A card is declined at once if everything is paid at once, else from the second payment on. */
export function firstInstrument({ pays_by, is_in_trouble, in_full }: DrawnFamily): Instrument {
  if (pays_by === 'bank') return is_in_trouble ? 'returned' : 'good_account';
  if (!is_in_trouble) return 'good_card';
  return in_full ? 'declined' : 'declined_from_the_second';
}

const CARD_YEARS = 4;

type Typing = { email: string; today: PlainDate };

/** What a family types into the payment form. */
export const typedInstrument = (instrument: Instrument, { email, today }: Typing) =>
  instrument === 'good_account' || instrument === 'returned'
    ? { ach: typedAccount(NUMBERS[instrument], email) }
    : { cc: typedCard(NUMBERS[instrument], today) };

const typedAccount = (account_number: string, email: string) => ({
  first_name: 'Rehearsal',
  last_name: 'Parent',
  address: '12 Elm Street',
  city: 'Bronx',
  state: 'NY',
  zip: '10471',
  phone: '914-555-0133',
  email,
  routing_number: '110000000',
  account_number,
  account_type: 'Checking',
});

const typedCard = (number: string, today: PlainDate) => ({
  type: 'Visa',
  number,
  name: 'Rehearsal Parent',
  exp_month: 12,
  exp_year: Number(today.slice(0, 4)) + CARD_YEARS,
  ccid: '123',
});

export const typedGoodCard = (today: PlainDate) => typedCard(NUMBERS.good_card, today);
