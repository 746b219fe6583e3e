export type DocumentFact = { label: string; value: string };

/** `amount` is text, formatted by the caller. */
export type DocumentAmount = { text: string; amount: string };

/** A stop of a drawn line, filled if in the past. */
export type DocumentStop = { label: string; detail: string; amount: string; isPassed: boolean };

export type Block =
  | { k: 'heading'; text: string }
  | { k: 'paragraph'; text: string; isQuiet?: boolean }
  | { k: 'facts'; facts: readonly DocumentFact[] }
  /** a price list has no total */
  | { k: 'amounts'; head: DocumentAmount; rows: readonly DocumentAmount[]; total?: DocumentAmount }
  | { k: 'line'; stops: readonly DocumentStop[] }
  | { k: 'space' }
  /** lines to fill in by hand, a label under each; `isWide`: as wide as the page */
  | { k: 'blanks'; blanks: readonly { label: string; isWide?: boolean }[] }
  /** cleaned HTML (platform/html) */
  | { k: 'html'; html: string };

/**
 * The content of a printed document, in order, without layout. Plain data, to be sent to the worker thread.
 * The same document always gives the same bytes.
 */
export type PrintableDocument = {
  /** the heading of the document, and the title in the window of a reader */
  title: string;
  subject: string;
  author: string;
  dated: Date;
  /** the color of the line at the head, `#rrggbb` */
  color: string;
  /** the sender: name and address lines */
  letterhead: { name: string; lines: readonly string[] };
  /** beside the name, in `color` */
  tag: string;
  /** at the foot of every page, before the page number */
  foot: string;
  blocks: readonly Block[];
};
