export type DocumentFact = { label: string; value: string };

/** `amount` is text, formatted by the caller. */
export type DocumentAmount = { text: string; amount: string };

export type DocumentStop = { label: string; detail: string; amount: string; isPassed: boolean };

export type Block =
  | { k: 'heading'; text: string }
  | { k: 'paragraph'; text: string; isQuiet?: boolean }
  | { k: 'facts'; facts: readonly DocumentFact[] }
  | { k: 'amounts'; head: DocumentAmount; rows: readonly DocumentAmount[]; total?: DocumentAmount }
  | { k: 'line'; stops: readonly DocumentStop[] }
  | { k: 'space' }
  | { k: 'blanks'; blanks: readonly { label: string; isWide?: boolean }[] }
  /** cleaned HTML (platform/html) */
  | { k: 'html'; html: string };

/** Plain data, to be sent to the worker thread. The same document always gives the same bytes. */
export type PrintableDocument = {
  title: string;
  subject: string;
  author: string;
  dated: Date;
  color: string;
  letterhead: { name: string; lines: readonly string[] };
  tag: string;
  foot: string;
  blocks: readonly Block[];
};
