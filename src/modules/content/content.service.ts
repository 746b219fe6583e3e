import type { Db, Tx } from '#platform/db/database.ts';
import type { Saved } from '#platform/db/save-row.ts';
import type { ContentBlock } from './content.contract.ts';
import { listBlocks, saveBlock } from './content.queries.ts';

export type TypedContentBlock = Omit<ContentBlock, 'id'>;

/** Every content block, in the order of the season file. */
export async function listContentBlocks(db: Db): Promise<ContentBlock[]> {
  const blocks = await listBlocks(db);
  return blocks.map(({ id, key, category, content, helper_text, is_active }) => ({
    id,
    key,
    category,
    content,
    helper_text,
    is_active,
  }));
}

/** Adds a content block, or brings the one with its key to this. */
export function saveContentBlock(tx: Tx, block: TypedContentBlock, position: number): Promise<Saved> {
  const { key, category, content, helper_text, is_active } = block;
  return saveBlock(tx, { key, category, content, helper_text, is_active, position });
}
