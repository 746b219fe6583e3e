import { Refusal } from '#kit/refusal.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import * as rows from './addresses.queries.ts';
import type { Address } from './students.contract.ts';
import { studentRefusals } from './students.refusals.ts';

/**
 * The addresses that a family saved, inactive ones too, or one of them.
 * @throws Refusal address_not_found for an id that is unknown or another family's
 */
export async function listAddresses(db: Db, userId: number, addressId?: number): Promise<Address[]> {
  const found = await rows.selectAddresses(db, userId, addressId);
  if (addressId !== undefined && found.length === 0) throw new Refusal(studentRefusals.address_not_found);
  return found;
}

export async function createAddress(tx: Tx, userId: number, now: Date, fields: rows.AddressFields): Promise<Address> {
  return rows.insertAddress(tx, userId, now, fields);
}

/** @throws Refusal address_not_found */
export async function updateAddress(tx: Tx, userId: number, addressId: number, fields: rows.AddressFields): Promise<Address> {
  const changed = await rows.updateAddress(tx, userId, addressId, fields);
  if (!changed) throw new Refusal(studentRefusals.address_not_found);
  return changed;
}
