import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { contractAmendments } from '#db/tables/orders/contract-amendments.ts';
import { orders } from '#db/tables/orders/orders.ts';
import { pick } from '#kit/pick.ts';
import type { Sealed } from '#kit/sealed.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { isOldText } from '#platform/db/sealed-rows.ts';

type Texts = Record<string, Sealed | null | undefined>;

const studentOf = sql`${contractAmendments.snapshot_after} -> 'student'`;

const hasOldText = (names: readonly string[], currentPrefix: string) =>
  sql`exists (select 1 from jsonb_each_text(${studentOf}) as text
    where text.key in ${[...names]} and ${isOldText(sql`text.value`, currentPrefix)})`;

type Asked = { currentPrefix: string; after: number; limit: number };

export async function lockOldAmendments(
  tx: Tx,
  names: readonly string[],
  { currentPrefix, after, limit }: Asked,
): Promise<{ id: number; student_id: number; texts: Texts }[]> {
  const found = await tx
    .select({ id: contractAmendments.id, student_id: orders.student_id, student: studentOf })
    .from(contractAmendments)
    .innerJoin(orders, eq(orders.id, contractAmendments.order_id))
    .where(and(gt(contractAmendments.id, after), hasOldText(names, currentPrefix)))
    .orderBy(asc(contractAmendments.id))
    .limit(limit)
    .for('update', { of: contractAmendments, skipLocked: true });
  return found.map(({ student, ...row }) => ({ ...row, texts: pick(student as Texts, names) }));
}

export async function replaceAmendedTexts(tx: Tx, id: number, texts: Texts): Promise<void> {
  const student = sql`(${studentOf}) || ${JSON.stringify(texts)}::jsonb`;
  await tx
    .update(contractAmendments)
    .set({ snapshot_after: sql`jsonb_set(${contractAmendments.snapshot_after}, '{student}', ${student})` })
    .where(eq(contractAmendments.id, id));
}

export async function hasOldAmendments(
  db: Db,
  names: readonly string[],
  currentPrefix: string,
): Promise<boolean> {
  const found = await db
    .select({ id: contractAmendments.id })
    .from(contractAmendments)
    .where(hasOldText(names, currentPrefix))
    .limit(1);
  return found.length > 0;
}
