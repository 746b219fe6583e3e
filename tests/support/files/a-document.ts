import type { Block, PrintableDocument } from '#platform/pdf/printable-document.ts';

/** A document to print, with these blocks between its letterhead and its foot. */
export const aDocument = (...blocks: Block[]): PrintableDocument => ({
  title: 'A paper',
  subject: 'Test',
  author: 'Harborline',
  dated: new Date('2026-04-10T12:00:00Z'),
  color: '#8a1538',
  letterhead: { name: 'Harborline', lines: ['1250 Harbor Yard Road'] },
  tag: 'Hillmark',
  foot: 'Paper 1',
  blocks,
});
