import { z } from 'zod';
import { m } from '#i18n/messages.js';
import type { Address } from '#modules/students/students.contract.ts';
import { addressFieldsShape } from '#modules/students/students.shapes.ts';
import { textPart, type FormPart } from '#app/forms/edit-conflict.ts';

export type AddressValues = z.input<typeof addressFieldsShape>;

export const emptyAddress = { address: '', apt: '', city: '', state: '' as AddressValues['state'], zip: '' };

export function addressToForm(
  saved: Pick<Address, 'address' | 'apt' | 'city' | 'state' | 'zip'>,
): AddressValues {
  return {
    address: saved.address,
    apt: saved.apt ?? '',
    city: saved.city,
    state: saved.state as AddressValues['state'],
    zip: saved.zip,
  };
}

export function addressLine(saved: Pick<Address, 'address' | 'apt' | 'city' | 'state' | 'zip'>): string {
  const street = [saved.address, saved.apt].filter(Boolean).join(', ');
  return `${street}, ${saved.city}, ${saved.state} ${saved.zip}`;
}

export const addressParts = (): FormPart<AddressValues>[] => [
  textPart('address', m.account_address()),
  textPart('apt', m.account_apt()),
  textPart('city', m.account_city()),
  textPart('state', m.account_state()),
  textPart('zip', m.account_zip()),
];
