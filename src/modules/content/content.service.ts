import type { Db, Tx } from '#platform/db/database.ts';
import type { Saved } from '#platform/db/save-row.ts';
import type { ContentBlock } from './content.contract.ts';
import { listBlocks, saveBlock } from './content.queries.ts';

export type TypedContentBlock = Omit<ContentBlock, 'id'>;

/** Every content block, in the order of the season file. */
export const listContentBlocks = (db: Db): Promise<ContentBlock[]> => listBlocks(db);

/** Adds a content block, or brings the one with its key to this. */
export const saveContentBlock = (tx: Tx, block: TypedContentBlock, position: number): Promise<Saved> =>
  saveBlock(tx, { ...block, position });
