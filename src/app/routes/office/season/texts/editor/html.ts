import { DOMParser, type Fragment, type Mark, type Node } from 'prosemirror-model';
import { escapeText } from '#kit/text/escape-html.ts';
import { trustedHtml } from '#app/ui/trusted-html.ts';
import { cellHtmlAttributes, schema } from './schema.ts';

const BLOCKS =
  'p,h1,h2,h3,h4,h5,h6,ul,ol,blockquote,hr,table,div,section,article,' +
  'header,footer,main,nav,aside,dl,pre,form';

const isInline = (node: globalThis.Node) =>
  node.nodeType === node.TEXT_NODE ||
  (node.nodeType === node.ELEMENT_NODE && !(node as Element).matches(BLOCKS));

const isBlank = (node: globalThis.Node) =>
  node.nodeType !== node.ELEMENT_NODE && (node.textContent ?? '').trim() === '';

/** Words between the paragraphs of a text keep being words without a paragraph. */
function wrapBareWords(body: HTMLElement): void {
  let wrapper: HTMLElement | undefined;
  for (const node of Array.from(body.childNodes)) {
    if (!isInline(node)) wrapper = undefined;
    else if (wrapper) wrapper.append(node);
    else if (!isBlank(node)) {
      wrapper = body.ownerDocument.createElement('div');
      wrapper.dataset.bare = '';
      node.before(wrapper);
      wrapper.append(node);
    }
  }
}

const parser = DOMParser.fromSchema(schema);

export const bodyOf = (html: string): HTMLElement =>
  new window.DOMParser().parseFromString(trustedHtml(html), 'text/html').body;

/** @param body  of a parsed text, which is changed */
export function readText(body: HTMLElement): Node {
  wrapBareWords(body);
  return parser.parse(body);
}

const attribute = ([name, value]: [string, string]) =>
  ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`;

const element = (tag: string, inner: string, attributes: Record<string, string> = {}) =>
  `<${tag}${Object.entries(attributes).map(attribute).join('')}>${inner}</${tag}>`;

const TAG_OF_MARK: Readonly<Record<string, string>> = {
  link: 'a',
  strong: 'strong',
  em: 'em',
  underline: 'u',
  small: 'small',
};

const openingTag = ({ type, attrs }: Mark) =>
  type.name === 'link' ? `<a${attribute(['href', attrs.href])}>` : `<${TAG_OF_MARK[type.name]}>`;

const closingTag = ({ type }: Mark) => `</${TAG_OF_MARK[type.name]}>`;

/** How many of the nodes from `at` on have the mark. */
function lengthOf(mark: Mark, nodes: readonly Node[], at: number): number {
  const end = nodes.findIndex((node, nth) => nth > at && !mark.isInSet(node.marks));
  return (end < 0 ? nodes.length : end) - at;
}

/** Each mark spans as many words as can be: the mark that ends last is the outermost. */
function writeInline(nodes: readonly Node[]): string {
  let open: Mark[] = [];
  let html = '';
  const closeFrom = (kept: number) => {
    html += open.slice(kept).reverse().map(closingTag).join('');
    open = open.slice(0, kept);
  };
  for (const [at, node] of nodes.entries()) {
    const ended = open.findIndex((mark) => !mark.isInSet(node.marks));
    closeFrom(ended < 0 ? open.length : ended);
    const opened = node.marks
      .filter((mark) => !mark.isInSet(open))
      .sort((a, b) => lengthOf(b, nodes, at) - lengthOf(a, nodes, at));
    html += opened.map(openingTag).join('');
    open = [...open, ...opened];
    html += node.isText ? escapeText(node.text ?? '') : '<br />';
  }
  closeFrom(0);
  return html;
}

/** Rows of the head come first, whatever stands between them. */
function writeTable(table: Node): string {
  const rows = table.children;
  const head = rows.findLastIndex(({ attrs }) => attrs.in_head) + 1;
  const part = (tag: string, some: readonly Node[]) =>
    some.length > 0 ? element(tag, some.map(writeBlock).join('')) : '';
  return element('table', part('thead', rows.slice(0, head)) + part('tbody', rows.slice(head)));
}

const TAG_OF_NODE: Readonly<Record<string, string>> = {
  blockquote: 'blockquote',
  bullet_list: 'ul',
  ordered_list: 'ol',
  list_item: 'li',
  table_row: 'tr',
};

function writeBlock(node: Node): string {
  switch (node.type.name) {
    case 'paragraph':
      return element('p', writeInline(node.children));
    case 'heading':
      return element(`h${node.attrs.level}`, writeInline(node.children));
    case 'horizontal_rule':
      return '<hr />';
    case 'table':
      return writeTable(node);
    case 'table_cell':
    case 'table_header': {
      const attributes = cellHtmlAttributes(node.attrs as Parameters<typeof cellHtmlAttributes>[0]);
      return element(node.type.name === 'table_cell' ? 'td' : 'th', writeBlocks(node.content), attributes);
    }
    default:
      return element(TAG_OF_NODE[node.type.name]!, writeBlocks(node.content));
  }
}

/** Words without a tag of their own that follow one another become paragraphs: otherwise they are glued. */
function writeBlocks({ content }: Fragment): string {
  const isBare = (node: Node | undefined) => node?.type.name === 'bare';
  return content
    .map((node, at) => {
      if (!isBare(node)) return writeBlock(node);
      const words = writeInline(node.children);
      return isBare(content[at - 1]) || isBare(content[at + 1]) ? element('p', words) : words;
    })
    .join('');
}

/** A text as the sanitizer writes it; the empty text is empty. */
export function writeText(doc: Node): string {
  const isEmpty = doc.childCount === 1 && doc.firstChild!.isTextblock && doc.firstChild!.childCount === 0;
  return isEmpty ? '' : writeBlocks(doc.content);
}
