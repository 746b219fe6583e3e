import { listContentBlocks, type ContentBlock } from '#modules/content/content.contract.ts';
import { linesOf, type LineInWords } from '#modules/content/map-lines.ts';
import { call } from '#app/api/client.ts';
import { schools, type School } from './company.ts';

/** The maps of the home page in order, each with the school (accounts.md §3). */
export const maps: readonly { key: string; school: School }[] = schools.flatMap((school) =>
  school.routes.map(({ map }) => ({ key: map, school })),
);

export async function loadMaps(): Promise<ContentBlock[]> {
  return shownOf(await call(listContentBlocks));
}

export function shownOf<Block extends ContentBlock>(blocks: readonly Block[]): Block[] {
  return maps.flatMap(({ key }) => blocks.filter((block) => block.key === key && block.is_active));
}

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
