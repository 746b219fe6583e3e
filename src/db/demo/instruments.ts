import type { PlainDate } from '#kit/plain-date.ts';
import type { TypedInstrument } from '#modules/billing/typed-instrument.ts';
import type { DemoMethod } from './orders.ts';

const NUMBERS = { visa: '4242424242424242', card_first_charge_only: '4000000000006629' } as const;

const CARD_YEARS = 4;

/** What a demo family would type into the payment form (the sandbox's published numbers). */
export function demoInstrument(
  method: DemoMethod,
  holder: { first_name: string; last_name: string },
  today: PlainDate,
): TypedInstrument {
  if (method !== 'bank') {
    const exp_year = Number(today.slice(0, 4)) + CARD_YEARS;
    const name = `${holder.first_name} ${holder.last_name}`;
    return { cc: { type: 'Visa', number: NUMBERS[method], name, exp_month: 12, exp_year, ccid: '123' } };
  }
  return {
    ach: {
      ...holder,
      address: '412 Riverside Drive',
      city: 'New York',
      state: 'NY',
      zip: '10025',
      email: 'adaeze@okafor.example',
      routing_number: '110000000',
      account_number: '000123456789',
      account_type: 'Checking',
    },
  };
}
