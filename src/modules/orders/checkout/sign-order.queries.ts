import {
  acceptances,
  acceptedTexts,
  contractDiscounts,
  contractFinancialAid,
  contracts,
} from '#db/tables/orders.ts';
import type { Tx } from '#platform/db/database.ts';
import type { AppliedAid } from '#modules/orders/discounts/aid-code.ts';
import type { RequiredText } from './required-texts.ts';
import type { ContractSnapshot } from '#modules/orders/contract-snapshot.ts';

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
