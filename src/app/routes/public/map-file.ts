/** One line of a route map as words: its name and its stops in the order in which the bus meets them. */
export type LineInWords = { name: string; stops: readonly string[] };

/** A full address when it starts with http, else a path below this host's storage (accounts.md §3). */
export function addressOf(content: string): string {
  return isOutside(content) ? content : `/storage/${content}`;
}

export function isOutside(content: string): boolean {
  return content.startsWith('http');
}

/**
 * True for what can stand in the page; a PDF cannot, and another site's pictures are not loaded (privacy
 * policy).
 */
export function isPicture(content: string): boolean {
  return !isOutside(content) && /\.(svg|png|jpe?g|webp|avif)$/i.test(content);
}

/**
 * The lines that a drawing of this host names in its `data-` attributes; none for a photo or another's
 * drawing.
 */
export async function fetchLines(content: string): Promise<LineInWords[]> {
  if (!/\.svg$/i.test(content)) return [];
  const answer = await fetch(addressOf(content)).catch(() => undefined);
  return answer?.ok ? readLines(await answer.text()) : [];
}

function readLines(svg: string): LineInWords[] {
  const drawing = new DOMParser().parseFromString(svg, 'image/svg+xml');
  return [...drawing.querySelectorAll('[data-line-name]')].map((line) => ({
    name: line.getAttribute('data-line-name') ?? '',
    stops: (line.getAttribute('data-stops') ?? '').split('|').filter(Boolean),
  }));
}
