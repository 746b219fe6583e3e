import type { Db } from '#platform/db/database.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { sanitizeIfAny } from '#platform/html/sanitize.ts';
import type { ContentBlock, NewsItem } from './content.contract.ts';
import { listBlocks, listNews } from './content.queries.ts';
import { linesOf, type BlockInWords } from './map-lines.ts';

/** In the order of the season file. */
export const listContentBlocks = (db: Db): Promise<ContentBlock[]> => listBlocks(db);

/** The newest first; clean for display (SE13.1). */
export const listNewsItems = async (db: Db): Promise<NewsItem[]> =>
  (await listNews(db)).map((item) => ({ ...item, text: sanitizeIfAny(item.text) }));

/** Reads the lines from the same file as the page. */
export function putInWords(
  files: Pick<FileStore, 'find'>,
  blocks: readonly ContentBlock[],
): Promise<BlockInWords[]> {
  const read = async (content: string) => {
    if (!/^content\/[\w./-]+\.svg$/i.test(content) || content.includes('..')) return [];
    const drawing = await files.find(content);
    return drawing ? linesOf(new TextDecoder().decode(drawing)) : [];
  };
  return Promise.all(blocks.map(async (block) => ({ ...block, lines: await read(block.content) })));
}
