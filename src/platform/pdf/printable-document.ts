/** Label and value, as a reader looks something up. */
export type DocumentFact = { label: string; value: string };

/** A row of a sum; `amount` is text, formatted by the caller. */
export type DocumentAmount = { text: string; amount: string };

/** A stop of a drawn line: filled when it is in the past. */
export type DocumentStop = { label: string; detail: string; amount: string; isPassed: boolean };

export type Block =
  | { k: 'heading'; text: string }
  | { k: 'paragraph'; text: string; isQuiet?: boolean }
  | { k: 'facts'; facts: readonly DocumentFact[] }
  /** a price list has no total */
  | { k: 'amounts'; head: DocumentAmount; rows: readonly DocumentAmount[]; total?: DocumentAmount }
  | { k: 'line'; stops: readonly DocumentStop[] }
  | { k: 'space' }
  /** lines to be filled in by hand, a label under each; `isWide` is as wide as the page */
  | { k: 'blanks'; blanks: readonly { label: string; isWide?: boolean }[] }
  /** HTML that has been cleaned (platform/html) */
  | { k: 'html'; html: string };

/**
 * The content of a printed document, in order, without its layout. It is plain data, so that it can be sent
 * to the worker thread; the same document always gives the same bytes.
 */
export type PrintableDocument = {
  /** the document's own heading, and the title that a reader's window shows */
  title: string;
  subject: string;
  author: string;
  /** the date that the file carries */
  dated: Date;
  /** the color of the line at its head, `#rrggbb` */
  color: string;
  /** who it comes from: a name, and a line each for where */
  letterhead: { name: string; lines: readonly string[] };
  /** beside the name, in the line's color */
  tag: string;
  /** on the foot of every page, before its number */
  foot: string;
  blocks: readonly Block[];
};
