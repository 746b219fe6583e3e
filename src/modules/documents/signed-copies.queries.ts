import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { contractAmendments } from '#db/tables/orders/contract-amendments.ts';
import { signedCopies } from '#db/tables/documents/documents.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { scans } from '#db/tables/orders/scans.ts';
import { lettersAndDigits } from '#kit/text/paper-code.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';

export type NewCopy = Omit<typeof signedCopies.$inferInsert, 'id'>;

const insertOnce = prepared((db, copy: Slots<NewCopy>) =>
  db.insert(signedCopies).values(copy).onConflictDoNothing().returning({ id: signedCopies.id }),
);

/** The first copy of an edition stays. @returns true if this copy is the first */
export async function insertCopy(db: Db, copy: NewCopy): Promise<boolean> {
  return (await insertOnce(db, copy)).length > 0;
}

export type CopyPlace = Pick<typeof signedCopies.$inferSelect, 'order_id' | 'edition' | 'amendment_id'>;

const copyOf = prepared((db, { order_id, edition, amendment_id }: Slots<CopyPlace>) =>
  db
    .select()
    .from(signedCopies)
    .where(
      and(
        eq(signedCopies.order_id, order_id),
        eq(signedCopies.edition, edition),
        sql`${signedCopies.amendment_id} is not distinct from ${amendment_id}::bigint`,
      ),
    ),
);

export async function findCopy(db: Db, { order_id, edition, amendment_id }: CopyPlace) {
  const [copy] = await copyOf(db, { order_id, edition, amendment_id });
  return copy;
}

/** Locks the orders, because deleting a copy locks the order too. */
export async function lockNextCopies(
  tx: Tx,
  after: number,
  limit: number,
): Promise<{ id: number; key: string }[]> {
  return tx
    .select({ id: signedCopies.id, key: signedCopies.file_key })
    .from(signedCopies)
    .innerJoin(orders, eq(orders.id, signedCopies.order_id))
    .where(gt(signedCopies.id, after))
    .orderBy(asc(signedCopies.id))
    .limit(limit)
    .for('update', { of: orders });
}

const isNumbered = (contract_number: string) =>
  sql`replace(${signedCopies.contract_number}, '-', '') = ${lettersAndDigits(contract_number)}`;

/** For statements with a second table: in a statement of one table Drizzle leaves out the names of tables. */
const appliedOfOrder = sql<number>`(select count(*)::int from ${contractAmendments}
  where ${contractAmendments.order_id} = ${signedCopies.order_id}
    and ${contractAmendments.state} = 'applied')`;

/** The copy of a number with a hash, the number of its amendment, and how many the contract has (OF5.10). */
export async function findCopyByHash(
  db: Db,
  contract_number: string,
  sha256: Buffer,
): Promise<{ amendment: number | null; amendments: number } | undefined> {
  const [found] = await db
    .select({
      amendment: contractAmendments.number,
      amendments: appliedOfOrder,
    })
    .from(signedCopies)
    .leftJoin(contractAmendments, eq(contractAmendments.id, signedCopies.amendment_id))
    .where(and(isNumbered(contract_number), eq(signedCopies.sha256, sha256)));
  return found;
}

/** The scan of the paper by which a contract with a signed copy, or its amendment, was signed (OF3.9). */
export async function findScanByHash(
  db: Db,
  contract_number: string,
  sha256: Buffer,
): Promise<{ amendment: number | null; amendments: number } | undefined> {
  const [found] = await db
    .select({ amendment: contractAmendments.number, amendments: appliedOfOrder })
    .from(signedCopies)
    .innerJoin(scans, eq(scans.order_id, signedCopies.order_id))
    .leftJoin(contractAmendments, eq(contractAmendments.id, scans.amendment_id))
    .where(and(isNumbered(contract_number), eq(scans.sha256, sha256)))
    .limit(1);
  return found;
}
