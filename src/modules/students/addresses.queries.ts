import { and, eq } from 'drizzle-orm';
import { addresses } from '#db/tables/students.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export type AddressFields = Pick<typeof addresses.$inferSelect, 'address' | 'apt' | 'city' | 'state' | 'zip'>;

const { id, address, apt, city, state, zip } = addresses;
const asAddress = { id, address, apt, city, state, zip, is_active: addresses.isActive };

const isOwn = (userId: number, addressId?: number) =>
  and(eq(addresses.userId, userId), addressId === undefined ? undefined : eq(addresses.id, addressId));

/** The addresses of a family, or the one asked for. */
export async function listAddressRows(db: Db, userId: number, addressId?: number) {
  return db.select(asAddress).from(addresses).where(isOwn(userId, addressId)).orderBy(addresses.id);
}

/** Whose a new record is, when it was made, and the key that it was asked for under, if any. */
export type Made = { userId: number; createdAt: Date; clientKey: string | undefined };

/** @returns undefined when the key has made one before */
export async function insertAddress(tx: Tx, made: Made, fields: AddressFields) {
  const once = { target: [addresses.userId, addresses.clientKey] };
  const [row] = await tx
    .insert(addresses)
    .values({ ...fields, ...made })
    .onConflictDoNothing(once)
    .returning(asAddress);
  return row;
}

export async function findAddressByKey(tx: Tx, { userId, clientKey = '' }: Made) {
  const [row] = await tx
    .select(asAddress)
    .from(addresses)
    .where(and(eq(addresses.userId, userId), eq(addresses.clientKey, clientKey)));
  return row;
}

/** @returns undefined when the family has no such address */
export async function updateAddress(tx: Tx, userId: number, addressId: number, fields: AddressFields) {
  const [row] = await tx.update(addresses).set(fields).where(isOwn(userId, addressId)).returning(asAddress);
  return row;
}
