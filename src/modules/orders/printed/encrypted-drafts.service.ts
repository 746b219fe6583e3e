import { isDeepStrictEqual } from 'node:util';
import type { PrintedContractFacts } from '#modules/documents/printed-contract.ts';
import type { WantedContract } from '#modules/orders/checkout/price-selection.service.ts';
import type { Tx } from '#platform/db/database.ts';
import { encryptedColumns } from '#platform/vault/encrypted-columns.ts';
import { sealedColumns } from '#platform/vault/reseal.ts';
import type { Vault } from '#platform/vault/vault.ts';
import * as rows from './printed-contracts.queries.ts';

/** What a family chose for a printed contract, and what the paper says. */
const draftTexts = encryptedColumns('printed_contracts', rows.DRAFT_TEXTS);

export const sealedDrafts = sealedColumns(draftTexts, rows.draftTextRows);

type Selection = Pick<WantedContract, 'contract'> & { financial_aid: unknown };
type Sealing = (typeof rows.DRAFT_TEXTS)[number];
type Opened = { selection: Selection; facts: PrintedContractFacts };
export type Draft = Omit<rows.PrintedRow, Sealing> & Opened;

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
 * Writes what was printed; the same selection of a family keeps its row and its code. The caller holds the
 * family, so that nobody else writes the same. A family has a few drafts, which are opened to find it: a hash
 * would not outlive the key under which it was made.
 */
export async function saveDraft(
  { tx, vault }: { tx: Tx; vault: Vault },
  { selection, facts, ...row }: Omit<Draft, 'id'>,
): Promise<Draft> {
  const texts = { selection: JSON.stringify(selection), facts: JSON.stringify(facts) };
  // Without what is undefined, as a stored one is.
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
