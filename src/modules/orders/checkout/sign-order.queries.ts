import type { WithSubquery } from 'drizzle-orm';
import { acceptances, contractDiscounts, contractFinancialAid, contracts } from '#db/tables/orders.ts';
import type { Tx } from '#platform/db/database.ts';
import type { AppliedAid } from '#modules/orders/discounts/aid-code.ts';
import type { RequiredText } from './required-texts.ts';
import type { ContractSnapshot } from '#modules/documents/contract-snapshot.ts';

export type NewContract = Omit<typeof contracts.$inferInsert, 'id' | 'contract_number' | 'snapshot'> & {
  snapshot: ContractSnapshot;
  aid: AppliedAid | null;
};

/** Writes what was signed, with the discount and the aid that it was signed with. */
export async function insertContract(tx: Tx, { aid, ...contract }: NewContract): Promise<void> {
  const [row] = await tx.insert(contracts).values(contract).returning({ id: contracts.id });
  const contract_id = row!.id;
  const { discount } = contract.snapshot;
  if (discount) {
    const { id: route_discount_id, contract_number, amount: amount_cents } = discount;
    await tx
      .insert(contractDiscounts)
      .values({ contract_id, route_discount_id, contract_number, amount_cents });
  }
  if (aid) {
    await tx.insert(contractFinancialAid).values({
      contract_id,
      financial_aid_code_id: aid.code_id,
      code: aid.code,
      amount_cents: aid.amount,
      to_confirm: aid.to_confirm,
    });
  }
}

export type HashedText = RequiredText & { hash: Buffer; text_hash: string };

export type Evidence = {
  order_id: number;
  user_id: number;
  ip: string;
  user_agent: string;
  accepted_at: Date;
};

/**
 * Writes who accepted which texts, when and from where (O4).
 * @param kept  keeps the texts themselves, in the same statement
 */
export async function insertAcceptances(
  tx: Tx,
  kept: WithSubquery,
  texts: readonly HashedText[],
  evidence: Evidence,
): Promise<void> {
  await tx
    .with(kept)
    .insert(acceptances)
    .values(
      texts.map(({ kind, hash, text_hash }) => ({
        ...evidence,
        kind,
        text_hash: hash,
        version: text_hash.slice(0, 12),
      })),
    );
}
