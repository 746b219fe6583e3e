import { invariant } from '#kit/invariant.ts';
import { Refusal } from '#kit/refusal.ts';
import { lockFamily } from '#modules/accounts/profile/users.service.ts';
import { atOnce } from '#platform/db/at-once.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Vault } from '#platform/vault/vault.ts';
import * as rows from './addresses.queries.ts';
import { addressTexts } from './encrypted-texts.service.ts';
import { FAMILY_LIMITS } from './family-limits.ts';
import type { Address } from './students.contract.ts';
import { studentRefusals } from './students.refusals.ts';

/** Includes inactive addresses. @throws Refusal address_not_found */
export async function listAddresses(
  { db, vault }: { db: Db; vault: Vault },
  user_id: number,
  address_id?: number,
): Promise<Address[]> {
  const found = await rows.listAddressRows(db, user_id, address_id);
  if (address_id !== undefined && found.length === 0) throw new Refusal(studentRefusals.address_not_found);
  return found.map((row) => shown(vault, row));
}

/** @throws Refusal address_not_found */
export async function checkAddress(db: Db, user_id: number, address_id: number): Promise<void> {
  const found = await rows.listAddressRows(db, user_id, address_id);
  if (found.length === 0) throw new Refusal(studentRefusals.address_not_found);
}

type AddressRow = Awaited<ReturnType<typeof rows.listAddressRows>>[number];

const shown = (vault: Vault, row: AddressRow): Address => ({
  ...row,
  ...addressTexts.open(vault, row.id, row),
});

export type AddressFields = Omit<Address, 'id' | 'is_active' | 'version'>;

/** A repeated key returns the present state of the saved address. @throws Refusal too_many_addresses (H8) */
export async function createAddress(
  { tx, vault }: { tx: Tx; vault: Vault },
  made: rows.Made,
  fields: AddressFields,
): Promise<Address> {
  const [, id] = await atOnce([lockFamily(tx, made.user_id), rows.drawAddressId(tx)]);
  const sealed = addressTexts.seal(vault, id, fields);
  const added = await rows.insertAddress(tx, { ...made, id }, sealed);
  if (added && (await rows.countAddresses(tx, made.user_id)) > FAMILY_LIMITS.addresses)
    throw new Refusal(studentRefusals.too_many_addresses);
  const saved = added ?? (await rows.findAddressByKey(tx, made));
  invariant(saved, 'an address is new or stands under its key');
  return shown(vault, saved);
}

/**
 * @throws Refusal address_not_found; address_edited with the present address, if changed since the writer's
 *   last read (MD5)
 */
export async function updateAddress(
  { tx, vault }: { tx: Tx; vault: Vault },
  user_id: number,
  { address_id, fields, version }: { address_id: number; fields: AddressFields; version?: number },
): Promise<Address> {
  const current = await rows.lockAddress(tx, user_id, address_id);
  if (!current) throw new Refusal(studentRefusals.address_not_found);
  if (version !== undefined && version !== current.version)
    throw new Refusal(studentRefusals.address_edited, { items: [shown(vault, current)] });
  const sealed = addressTexts.seal(vault, address_id, fields);
  return shown(vault, await rows.updateAddress(tx, user_id, address_id, sealed));
}

/** Contracts keep the signed copy. @throws Refusal address_not_found, address_in_use */
export async function removeAddress(tx: Tx, user_id: number, address_id: number): Promise<void> {
  if (!(await rows.lockAddress(tx, user_id, address_id)))
    throw new Refusal(studentRefusals.address_not_found);
  if (await rows.isLivedAt(tx, address_id)) throw new Refusal(studentRefusals.address_in_use);
  await rows.deleteAddress(tx, address_id);
}
