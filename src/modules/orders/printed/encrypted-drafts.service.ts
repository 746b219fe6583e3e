import { isDeepStrictEqual } from 'node:util';
import type { PrintedContractFacts } from '#modules/documents/printed-contract.ts';
import type { WantedContract } from '#modules/orders/checkout/price-selection.service.ts';
import type { Tx } from '#platform/db/database.ts';
import { encryptedColumns } from '#platform/vault/encrypted-columns.ts';
import { sealedColumns } from '#platform/vault/reseal.ts';
import type { Vault } from '#platform/vault/vault.ts';
import * as rows from './printed-contracts.queries.ts';

const draftTexts = encryptedColumns('printed_contracts', rows.DRAFT_TEXTS);

export const sealedDrafts = sealedColumns(draftTexts, rows.draftTextRows);

type Selection = Pick<WantedContract, 'contract'> & { financial_aid: unknown };
type Sealing = (typeof rows.DRAFT_TEXTS)[number];
type Opened = { selection: Selection; facts: PrintedContractFacts };
export type Draft = Omit<rows.PrintedRow, Sealing | rows.OfOffice> & Opened;

/** @throws MissingKey, BrokenSeal */
export function openDraft<Row extends Pick<rows.PrintedRow, 'id' | Sealing>>(
  vault: Vault,
  row: Row,
): Omit<Row, Sealing> & Opened {
  const { selection, facts } = draftTexts.open(vault, row.id, row);
  return {
    ...row,
    selection: JSON.parse(selection) as Selection,
    facts: JSON.parse(facts) as PrintedContractFacts,
  };
}

/**
 * The same selection of a family keeps row and code. The caller has locked the family. Finding the row opens
 * the family's few drafts: a stored hash would not outlive the encryption key.
 */
export async function saveDraft(
  { tx, vault }: { tx: Tx; vault: Vault },
  { selection, facts, ...row }: Omit<Draft, 'id'>,
): Promise<Draft> {
  const texts = { selection: JSON.stringify(selection), facts: JSON.stringify(facts) };
  // Drops undefined fields, as in a stored selection.
  const chosen: unknown = JSON.parse(texts.selection);
  const drafts = await rows.listDraftsOf(tx, row.user_id);
  const same = drafts.find((draft) => isDeepStrictEqual(openDraft(vault, draft).selection, chosen));
  const id = same?.id ?? (await rows.drawDraftId(tx));
  const sealed = draftTexts.seal(vault, id, texts);
  if (!same) {
    await rows.insertDraft(tx, { ...row, id, ...sealed });
    return { ...row, id, selection, facts };
  }
  const { printed_at, expires_on } = row;
  await rows.updateDraft(tx, id, { ...sealed, printed_at, expires_on });
  return { ...row, id, code: same.code, selection, facts };
}
