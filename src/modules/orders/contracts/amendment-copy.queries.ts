import { and, asc, eq } from 'drizzle-orm';
import { acceptedTexts } from '#db/tables/documents/accepted-texts.ts';
import { users } from '#db/tables/accounts/accounts.ts';
import { contractAmendments } from '#db/tables/orders/contract-amendments.ts';
import { acceptances } from '#db/tables/orders/acceptances.ts';
import { invariant } from '#kit/invariant.ts';
import { pick } from '#kit/pick.ts';
import { readContractSnapshot } from '#modules/documents/contract-snapshot.ts';
import type { Db } from '#platform/db/database.ts';

export async function getAppliedAmendment(db: Db, id: number) {
  const [row] = await db
    .select({ amendment: contractAmendments, proposed_by: pick(users, ['first_name', 'last_name']) })
    .from(contractAmendments)
    .innerJoin(users, eq(users.id, contractAmendments.proposed_by_id))
    .where(and(eq(contractAmendments.id, id), eq(contractAmendments.state, 'applied')));
  invariant(row, `amendment ${id} was applied`);
  const { amendment } = row;
  return {
    ...row,
    amendment: { ...amendment, snapshot_after: readContractSnapshot(amendment.snapshot_after) },
  };
}

/** In the order of writing. */
export async function listTextsOfAmendment(
  db: Db,
  { order_id, amendment_id }: { order_id: number; amendment_id: number },
) {
  return db
    .select({ kind: acceptances.kind, html: acceptedTexts.html, hash: acceptances.text_hash })
    .from(acceptances)
    .innerJoin(acceptedTexts, eq(acceptedTexts.hash, acceptances.text_hash))
    .where(and(eq(acceptances.order_id, order_id), eq(acceptances.amendment_id, amendment_id)))
    .orderBy(asc(acceptances.id));
}
