import type { Block, PrintableDocument } from '#platform/pdf/printable-document.ts';

function linesOf(block: Block): string[] {
  switch (block.k) {
    case 'heading':
    case 'paragraph':
      return [block.text];
    case 'facts':
      return block.facts.map(({ label, value }) => `${label}: ${value}`);
    case 'amounts':
      return [...block.rows, ...(block.total ? [block.total] : [])].map(
        ({ text, amount }) => `${text} | ${amount}`,
      );
    case 'line':
      return block.stops.map(({ label, detail, amount }) => `${label} | ${detail} | ${amount}`);
    case 'blanks':
      return block.blanks.map(({ label }) => `${label}: ____`);
    case 'html':
      return [block.html];
    case 'space':
      return [];
  }
}

/** What a document says, line by line; a fact is `label: value`, an amount and a stop have bars between. */
export const wordsOf = ({ blocks }: PrintableDocument): string[] => blocks.flatMap(linesOf);

/** The headings of a document, in their order. */
export const headingsOf = ({ blocks }: PrintableDocument): string[] =>
  blocks.flatMap((block) => (block.k === 'heading' ? [block.text] : []));

/** The lines between a heading and the next one; none where there is no such heading. */
export function wordsUnder({ blocks }: PrintableDocument, heading: string): string[] {
  const start = blocks.findIndex((block) => block.k === 'heading' && block.text === heading);
  if (start < 0) return [];
  const after = blocks.slice(start + 1);
  const end = after.findIndex(({ k }) => k === 'heading');
  return after.slice(0, end < 0 ? undefined : end).flatMap(linesOf);
}
