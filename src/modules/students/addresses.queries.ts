import { and, eq } from 'drizzle-orm';
import { addresses } from '#db/tables/students.ts';
import type { Db, Tx } from '#platform/db/database.ts';

export type AddressFields = Pick<typeof addresses.$inferSelect, 'address' | 'apt' | 'city' | 'state' | 'zip'>;

const { id, address, apt, city, state, zip } = addresses;
const asAddress = { id, address, apt, city, state, zip, is_active: addresses.isActive };

const isOwn = (userId: number, addressId?: number) =>
  and(eq(addresses.userId, userId), addressId === undefined ? undefined : eq(addresses.id, addressId));

/** The addresses of a family, or the one asked for. */
export async function selectAddresses(db: Db, userId: number, addressId?: number) {
  return db.select(asAddress).from(addresses).where(isOwn(userId, addressId)).orderBy(addresses.id);
}

export async function insertAddress(tx: Tx, userId: number, createdAt: Date, fields: AddressFields) {
  const [row] = await tx.insert(addresses).values({ ...fields, userId, createdAt }).returning(asAddress);
  return row!;
}

/** @returns undefined when the family has no such address */
export async function updateAddress(tx: Tx, userId: number, addressId: number, fields: AddressFields) {
  const [row] = await tx.update(addresses).set(fields).where(isOwn(userId, addressId)).returning(asAddress);
  return row;
}
