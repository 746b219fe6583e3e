import { and, count, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { addresses, students } from '#db/tables/students.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';
import { drawId, sealedRows } from '#platform/db/sealed-rows.ts';
import { ADDRESS_TEXTS } from './students.contract.ts';

export type AddressTexts = Pick<typeof addresses.$inferSelect, (typeof ADDRESS_TEXTS)[number]>;

const { id, address, apt, city, state, zip } = addresses;
const { is_active, version } = addresses;
const asAddress = { id, address, apt, city, state, zip, is_active, version };

const isOwn = (user_id: number | SQL, address_id?: number | SQL) =>
  and(eq(addresses.user_id, user_id), address_id === undefined ? undefined : eq(addresses.id, address_id));

const addressesOf = prepared((db, { user_id, address_id }: Slots<{ user_id: number; address_id?: number }>) =>
  db.select(asAddress).from(addresses).where(isOwn(user_id, address_id)).orderBy(addresses.id),
);

export async function listAddressRows(db: Db, user_id: number, address_id?: number) {
  return addressesOf(db, { user_id, address_id });
}

export type Made = { user_id: number; created_at: Date; client_key: string | undefined };

export const drawAddressId = (tx: Tx) => drawId(tx, 'addresses');

export const addressTextRows = sealedRows(addresses, ADDRESS_TEXTS);

/** @returns undefined if the key has made a record before */
export async function insertAddress(tx: Tx, made: Made & { id: number }, fields: AddressTexts) {
  const once = { target: [addresses.user_id, addresses.client_key] };
  const [row] = await tx
    .insert(addresses)
    .overridingSystemValue()
    .values({ ...fields, ...made })
    .onConflictDoNothing(once)
    .returning(asAddress);
  return row;
}

const addressesCounted = prepared((db, { user_id }: Slots<{ user_id: number }>) =>
  db.select({ n: count() }).from(addresses).where(isOwn(user_id)),
);

export async function countAddresses(tx: Tx, user_id: number): Promise<number> {
  const [row] = await addressesCounted(tx, { user_id });
  return row!.n;
}

export async function findAddressByKey(tx: Tx, { user_id, client_key = '' }: Made) {
  const [row] = await tx
    .select(asAddress)
    .from(addresses)
    .where(and(eq(addresses.user_id, user_id), eq(addresses.client_key, client_key)));
  return row;
}

export async function updateAddress(tx: Tx, user_id: number, address_id: number, fields: AddressTexts) {
  const [row] = await tx
    .update(addresses)
    .set({ ...fields, version: sql`${version} + 1` })
    .where(isOwn(user_id, address_id))
    .returning(asAddress);
  return row!;
}

/** No student can get the address in the meantime, and no other form can change it. */
export async function lockAddress(tx: Tx, user_id: number, address_id: number) {
  const [row] = await tx.select(asAddress).from(addresses).where(isOwn(user_id, address_id)).for('update');
  return row;
}

export async function isLivedAt(tx: Tx, address_id: number): Promise<boolean> {
  const [row] = await tx
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.address_id, address_id), isNull(students.deleted_at)))
    .limit(1);
  return row !== undefined;
}

export async function deleteAddressesOf(tx: Tx, user_id: number): Promise<void> {
  await tx.delete(addresses).where(isOwn(user_id));
}

/** Removed students have a copy and lose only the reference. */
export async function deleteAddress(tx: Tx, address_id: number): Promise<void> {
  await tx
    .update(students)
    .set({ address_id: null })
    .where(and(eq(students.address_id, address_id), isNotNull(students.deleted_at)));
  await tx.delete(addresses).where(eq(addresses.id, address_id));
}
