import { sql } from 'drizzle-orm';
import { acceptedTexts } from '#db/tables/documents/accepted-texts.ts';
import { contractFinancialAid } from '#db/tables/orders/financial-aid.ts';
import { acceptances } from '#db/tables/orders/acceptances.ts';
import { contractDiscounts, contracts } from '#db/tables/orders/orders.ts';
import type { Tx } from '#platform/db/database.ts';
import { prepared, type Slots } from '#platform/db/prepared.ts';
import type { AppliedAid } from '#modules/orders/discounts/aid-code.ts';
import type { RequiredText } from './required-texts.ts';
import type { ContractSnapshot } from '#modules/documents/contract-snapshot.ts';

/** Aid with the row of its code. */
export type CodedAid = AppliedAid & { code_id: number };

export type NewContract = Omit<typeof contracts.$inferInsert, 'id' | 'contract_number' | 'snapshot'> & {
  snapshot: ContractSnapshot;
  aid: CodedAid | null;
};

const insertSigned = prepared((db, contract: Slots<Omit<NewContract, 'aid'>>) =>
  db.insert(contracts).values(contract).returning({ id: contracts.id }),
);

export async function insertContract(tx: Tx, { aid, ...contract }: NewContract): Promise<void> {
  const [row] = await insertSigned(tx, contract);
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
  /** true if the client named the accepted texts; false if the texts were merely in force (H10) */
  is_named: boolean;
  placed_by_id: number | null;
  /** the scan of the paper on which the family has signed (OF3.8) */
  scan_id: number | null;
  ip: string;
  user_agent: string;
  accepted_at: Date;
};

// The long texts are stored once; an order sends only hashes.
const insertAll = prepared((db, evidence: Slots<Evidence & { texts: string }>) => {
  const { order_id, user_id, placed_by_id, scan_id, is_named, ip, user_agent, accepted_at, texts } = evidence;
  return db.execute(sql`
    with sent as (
      select sent.nr, sent.kind, sent.version, kept.hash
      from jsonb_to_recordset(${texts}) as sent (nr integer, kind text, text_hash text, version text)
      left join ${acceptedTexts} as kept on kept.hash = decode(sent.text_hash, 'hex')
    )
    insert into ${acceptances}
      (order_id, kind, text_hash, version, is_named, user_id, placed_by_id, scan_id, ip, user_agent,
        accepted_at)
    select ${order_id}::bigint, kind, hash, version, ${is_named}::boolean, ${user_id}::bigint,
      ${placed_by_id}::bigint, ${scan_id}::bigint, ${ip}, ${user_agent}, ${accepted_at}::timestamptz
    from sent
    where not exists (select from sent as missing where missing.hash is null)
    order by nr`);
});

/** @returns false when a text is not stored yet; then nothing was written (O4) */
export async function insertAcceptances(
  tx: Tx,
  texts: readonly HashedText[],
  evidence: Evidence,
): Promise<boolean> {
  const rows = texts.map(({ kind, text_hash }, nr) => {
    return { nr, kind, text_hash, version: text_hash.slice(0, 12) };
  });
  const { rowCount } = await insertAll(tx, { ...evidence, texts: JSON.stringify(rows) });
  return rowCount === texts.length;
}
