import { eq } from 'drizzle-orm';
import {
  acceptances,
  acceptedTexts,
  contractDiscounts,
  contractFinancialAid,
  contracts,
  orders,
} from '#db/tables/orders.ts';
import { invariant } from '#kit/invariant.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { AppliedAid } from './aid-code.ts';
import type { PriceSnapshot } from './price-snapshot.ts';
import type { RequiredText } from './required-texts.ts';
import type { ContractSnapshot } from './snapshot.ts';

export type NewContract = Omit<
  typeof contracts.$inferInsert,
  'id' | 'contractNumber' | 'notes' | 'notesAdditional' | 'snapshot'
> & {
  snapshot: ContractSnapshot;
  aid: AppliedAid | null;
};

/** Writes what was signed, with the discount and the aid that it was signed with. */
export async function insertContract(tx: Tx, { aid, ...contract }: NewContract): Promise<void> {
  const [row] = await tx.insert(contracts).values(contract).returning({ id: contracts.id });
  const contractId = row!.id;
  const { discount } = contract.snapshot;
  if (discount) {
    const { id: routeDiscountId, contract_number: contractNumber, amount: amountCents } = discount;
    await tx.insert(contractDiscounts).values({ contractId, routeDiscountId, contractNumber, amountCents });
  }
  if (aid) {
    await tx.insert(contractFinancialAid).values({
      contractId,
      financialAidCodeId: aid.code_id,
      code: aid.code,
      amountCents: aid.amount,
      toConfirm: aid.to_confirm,
    });
  }
}

export type HashedText = RequiredText & { hash: Buffer; text_hash: string };
export type Evidence = { orderId: number; userId: number; ip: string; userAgent: string; acceptedAt: Date };

/** Keeps the texts, once each, and who accepted them when and from where (O4). */
export async function insertAcceptances(
  tx: Tx,
  texts: readonly HashedText[],
  evidence: Evidence,
): Promise<void> {
  const createdAt = evidence.acceptedAt;
  await tx
    .insert(acceptedTexts)
    .values(texts.map(({ hash, html }) => ({ hash, html, createdAt })))
    .onConflictDoNothing();
  await tx.insert(acceptances).values(
    texts.map(({ kind, hash, text_hash }) => ({
      ...evidence,
      kind,
      textHash: hash,
      version: text_hash.slice(0, 12),
    })),
  );
}

/** What the number of a contract is made from. */
export async function getSigned(
  tx: Tx,
  orderId: number,
): Promise<{ snapshot: ContractSnapshot; aid_code_id: number | null }> {
  const [row] = await tx
    .select({ snapshot: contracts.snapshot, aid_code_id: contractFinancialAid.financialAidCodeId })
    .from(contracts)
    .leftJoin(contractFinancialAid, eq(contractFinancialAid.contractId, contracts.id))
    .where(eq(contracts.orderId, orderId));
  invariant(row, `order ${orderId} has a contract`);
  return { snapshot: row.snapshot as ContractSnapshot, aid_code_id: row.aid_code_id };
}

/** The price as an order signed it (C4). */
export async function getSignedPrice(db: Db, orderId: number): Promise<PriceSnapshot> {
  const [row] = await db
    .select({ snapshot: orders.priceSnapshot })
    .from(orders)
    .where(eq(orders.id, orderId));
  invariant(row, `order ${orderId} exists`);
  return row.snapshot as PriceSnapshot;
}

/** The contract behind a number, with the account and the child it belongs to (B2). */
export async function findContractByNumber(db: Db, contractNumber: string) {
  const [row] = await db
    .select({
      user_id: orders.userId,
      student_id: orders.studentId,
      period_id: orders.periodId,
      program_group_id: orders.programGroupId,
      status: orders.status,
      snapshot: contracts.snapshot,
    })
    .from(contracts)
    .innerJoin(orders, eq(orders.id, contracts.orderId))
    .where(eq(contracts.contractNumber, contractNumber));
  return row && { ...row, snapshot: row.snapshot as ContractSnapshot };
}
