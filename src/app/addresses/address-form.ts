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

type AddressLine = Pick<Address, 'address' | 'apt' | 'city' | 'state' | 'zip'>;

/** The address of a contract is blank once the years of retention are over (H11). */
export const isErased = ({ address }: Pick<Address, 'address'>): boolean => address === '';

export function addressLine(saved: AddressLine): string {
  if (isErased(saved)) return m.account_address_deleted();
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
