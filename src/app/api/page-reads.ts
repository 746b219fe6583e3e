/*
 * What the server has read for a page that it finishes (server/http/pages/page-reads.ts): the page shows it
 * before any call is made, on the server and in the browser alike.
 */

/** An answer under the key of its query; `isOld` asks for it again as soon as the page has started. */
export type PageRead = { key: readonly unknown[]; data: unknown; isOld?: boolean };

/** The element that carries the reads. */
export const PAGE_READS_ID = 'page-reads';

let reads: readonly PageRead[] | undefined;

/** Hands over the reads of the page that is about to be rendered; on the server, one page after another. */
export function setPageReads(given: readonly PageRead[]): void {
  reads = given;
}

/** The reads of this page; none where the server has brought none. */
export function pageReads(): readonly PageRead[] {
  if (reads) return reads;
  if (typeof document === 'undefined') return [];
  reads = JSON.parse(document.getElementById(PAGE_READS_ID)?.textContent || '[]') as PageRead[];
  return reads;
}

/** The text of the element. Escaped: no text of a season can end the element or be a mark. */
export const pageReadsText = (): string =>
  JSON.stringify(reads ?? [])
    .replaceAll('<', '\\u003c')
    .replaceAll('%', '\\u0025');
