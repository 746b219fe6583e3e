import { listContentBlocks, type ContentBlock } from '#modules/content/content.contract.ts';
import { linesOf, type LineInWords } from '#modules/content/map-lines.ts';
import { call } from '#app/api/client.ts';
import { schools, type School } from './company.ts';

/** The maps of the home page in their order, each with its school (accounts.md §3). */
export const maps: readonly { key: string; school: School }[] = schools.flatMap((school) =>
  school.routes.map(({ map }) => ({ key: map, school })),
);

/** The active maps, in the order of their schools. */
export async function loadMaps(): Promise<ContentBlock[]> {
  return shownOf(await call(listContentBlocks));
}

/** What of the blocks is shown as a map, in the order of the schools. */
export function shownOf<Block extends ContentBlock>(blocks: readonly Block[]): Block[] {
  return maps.flatMap(({ key }) => blocks.filter((block) => block.key === key && block.is_active));
}

/** A full address when it starts with http, else a path below this host's storage (accounts.md §3). */
export function addressOf(content: string): string {
  return isOutside(content) ? content : `/storage/${content}`;
}

export function isOutside(content: string): boolean {
  return content.startsWith('http');
}

/** Whether a file is an image of this site: no PDF, and nothing of other sites (privacy policy). */
export function isPicture(content: string): boolean {
  return !isOutside(content) && /\.(svg|png|jpe?g|webp|avif)$/i.test(content);
}

/** The lines that a drawing of this site names in its `data-` attributes; none for a photo. */
export async function fetchLines(content: string): Promise<LineInWords[]> {
  if (!/\.svg$/i.test(content)) return [];
  const answer = await fetch(addressOf(content)).catch(() => undefined);
  return answer?.ok ? linesOf(await answer.text()) : [];
}
