import { listContentBlocks, type ContentBlock } from '#modules/content/content.contract.ts';
import { linesOf, type LineInWords } from '#modules/content/map-lines.ts';
import { call } from '#app/api/client.ts';

export async function loadMaps(): Promise<ContentBlock[]> {
  return shownOf(await call(listContentBlocks));
}

/** The maps of the home page in order, each of a school (accounts.md §3). */
export const shownOf = <Block extends ContentBlock>(blocks: readonly Block[]): Block[] =>
  blocks.filter(({ is_active, program_group }) => is_active && program_group !== null);

/** A full address starts with http; other texts are paths below this host's storage (accounts.md §3). */
export function addressOf(content: string): string {
  return isOutside(content) ? content : `/storage/${content}`;
}

export function isOutside(content: string): boolean {
  return content.startsWith('http');
}

/** Only images of this site, no PDFs and no files of other sites (privacy policy). */
export function isPicture(content: string): boolean {
  return !isOutside(content) && /\.(svg|png|jpe?g|webp|avif)$/i.test(content);
}

/** The lines in the `data-` attributes of a drawing of this site; none for a photo. */
export async function fetchLines(content: string): Promise<LineInWords[]> {
  if (!/\.svg$/i.test(content)) return [];
  const answer = await fetch(addressOf(content)).catch(() => undefined);
  return answer?.ok ? linesOf(await answer.text()) : [];
}
