import type { z } from 'zod';
import type { Bank } from '#modules/billing/methods/methods.contract.ts';
import { bankShape } from '#modules/billing/methods/methods.shapes.ts';
export type BankValues = z.input<typeof bankShape>;

type Holder = {
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  state: string;
  zip: string;
};

/** Starts with the facts of the payer; numbers are always typed again. */
export function bankToForm(bank: Bank | null, holder: Partial<Holder>): BankValues {
  const blank = {
    first_name: '',
    last_name: '',
    email: '',
    phone: '',
    address: '',
    city: '',
    state: '',
    zip: '',
  };
  const known = { ...blank, ...holder, routing_number: '', account_number: '', account_type: '', ...bank };
  return known as BankValues;
}
