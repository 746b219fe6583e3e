import { Schema, type MarkSpec, type NodeSpec } from 'prosemirror-model';
import { isAllowedLink } from '#kit/text/allowed-link.ts';

/** Headings begin at 2: the page has the first. Pasted headings 1, 5 and 6 take the nearest level. */
const LEVELS: Readonly<Record<string, number>> = { h1: 2, h2: 2, h3: 3, h4: 4, h5: 4, h6: 4 };

const SCOPES = ['col', 'row', 'colgroup', 'rowgroup'];

const spanOf = (dom: HTMLElement, name: string): number => {
  const span = Number(dom.getAttribute(name) ?? 1);
  return Number.isInteger(span) && span > 1 && span <= 1000 ? span : 1;
};

const cellAttributes = (dom: HTMLElement) => ({
  colspan: spanOf(dom, 'colspan'),
  rowspan: spanOf(dom, 'rowspan'),
  scope: SCOPES.find((scope) => scope === dom.getAttribute('scope')) ?? null,
});

type CellAttributes = ReturnType<typeof cellAttributes>;

const isInHead = (dom: HTMLElement) => dom.parentNode?.nodeName === 'THEAD' || 'head' in dom.dataset;

/** The attributes of a cell that stand in the HTML, in the order of the sanitizer's list. */
export function cellHtmlAttributes({ colspan, rowspan, scope }: CellAttributes): Record<string, string> {
  return {
    ...(scope && { scope }),
    ...(colspan > 1 && { colspan: String(colspan) }),
    ...(rowspan > 1 && { rowspan: String(rowspan) }),
  };
}

const cell = (tag: 'td' | 'th', tableRole: 'cell' | 'header_cell'): NodeSpec => ({
  content: '(bare | block)+',
  attrs: {
    colspan: { default: 1, validate: 'number' },
    rowspan: { default: 1, validate: 'number' },
    ...(tag === 'th' && { scope: { default: null, validate: 'string|null' } }),
  },
  tableRole,
  isolating: true,
  parseDOM: [{ tag, getAttrs: cellAttributes }],
  toDOM: ({ attrs }) => [tag, cellHtmlAttributes(attrs as CellAttributes), 0],
});

const nodes = {
  doc: { content: '(block | bare)+' },
  paragraph: { group: 'block', content: 'inline*', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
  heading: {
    group: 'block',
    content: 'inline*',
    attrs: { level: { default: 2, validate: 'number' } },
    defining: true,
    parseDOM: Object.entries(LEVELS).map(([tag, level]) => ({ tag, attrs: { level } })),
    toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
  },
  blockquote: {
    group: 'block',
    content: '(bare | block)+',
    defining: true,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', 0],
  },
  bullet_list: { group: 'block', content: 'list_item+', parseDOM: [{ tag: 'ul' }], toDOM: () => ['ul', 0] },
  ordered_list: { group: 'block', content: 'list_item+', parseDOM: [{ tag: 'ol' }], toDOM: () => ['ol', 0] },
  list_item: {
    content: '(bare | block)+',
    defining: true,
    parseDOM: [{ tag: 'li' }],
    toDOM: () => ['li', 0],
  },
  /** Words of an item, a cell, a quotation or the text without a tag of their own. */
  bare: {
    content: 'inline*',
    parseDOM: [{ tag: 'div[data-bare]' }],
    toDOM: () => ['div', { 'data-bare': '' }, 0],
  },
  horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
  table: {
    group: 'block',
    content: 'table_row+',
    tableRole: 'table',
    isolating: true,
    parseDOM: [{ tag: 'table' }],
    toDOM: () => ['table', ['tbody', 0]],
  },
  table_row: {
    content: '(table_cell | table_header)*',
    attrs: { in_head: { default: false, validate: 'boolean' } },
    tableRole: 'row',
    parseDOM: [{ tag: 'tr', getAttrs: (dom) => ({ in_head: isInHead(dom) }) }],
    toDOM: ({ attrs }) => ['tr', attrs.in_head ? { 'data-head': '' } : {}, 0],
  },
  table_cell: cell('td', 'cell'),
  table_header: cell('th', 'header_cell'),
  text: { group: 'inline' },
  hard_break: {
    group: 'inline',
    inline: true,
    selectable: false,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
} as const satisfies Record<string, NodeSpec>;

const marks = {
  link: {
    attrs: { href: { validate: 'string' } },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (dom) => {
          const href = dom.getAttribute('href') ?? '';
          return isAllowedLink(href) ? { href } : false;
        },
      },
    ],
    toDOM: ({ attrs }) => ['a', { href: attrs.href }, 0],
  },
  strong: {
    parseDOM: [{ tag: 'strong' }, { tag: 'b' }],
    toDOM: () => ['strong', 0],
  },
  em: {
    parseDOM: [{ tag: 'em' }, { tag: 'i' }],
    toDOM: () => ['em', 0],
  },
  underline: {
    parseDOM: [{ tag: 'u' }],
    toDOM: () => ['u', 0],
  },
  small: { parseDOM: [{ tag: 'small' }], toDOM: () => ['small', 0] },
} as const satisfies Record<string, MarkSpec>;

export type NodeName = keyof typeof nodes;
export type MarkName = keyof typeof marks;

/** What a text may hold: the tags and attributes that the sanitizer keeps, no more and no less (SE4.2). */
export const schema = new Schema<NodeName, MarkName>({ nodes, marks });
