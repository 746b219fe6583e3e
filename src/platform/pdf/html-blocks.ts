import { parseDocument } from 'htmlparser2';
import { LRUCache } from 'lru-cache';

export type Run = { text: string; isBold: boolean };

export type HtmlBlock =
  | { k: 'heading'; level: 2 | 3 | 4; runs: Run[] }
  | { k: 'paragraph'; runs: Run[] }
  | { k: 'list'; items: { marker: string; blocks: HtmlBlock[] }[] }
  | { k: 'table'; rows: { isHead: boolean; cells: Run[][] }[] }
  | { k: 'rule' };

type Node = ReturnType<typeof parseDocument>['childNodes'][number];
type Tag = Extract<Node, { attribs: object }>;

const isTag = (node: Node): node is Tag => 'attribs' in node;
const BLOCKS = new Set(['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'blockquote', 'table', 'hr']);

/** Tags: kit/text/allowed-html.ts. A link is followed by the address, for readers on paper. */
export const htmlBlocks = (html: string): readonly HtmlBlock[] => kept.memo(html);

// All contracts of a school share texts: a thread parses each text once.
const TEXTS_KEPT = 100;
const kept = new LRUCache<string, readonly HtmlBlock[]>({
  max: TEXTS_KEPT,
  memoMethod: (html) => blocksOf(parseDocument(html).childNodes),
});

// Text may stand loose beside blocks, in a cell or an item; adjacent loose nodes make a paragraph.
function blocksOf(nodes: readonly Node[]): HtmlBlock[] {
  const found: HtmlBlock[] = [];
  let loose: Node[] = [];
  const close = () => {
    found.push(...paragraph(loose));
    loose = [];
  };
  for (const node of nodes) {
    if (!isTag(node) || !BLOCKS.has(node.name)) loose.push(node);
    else {
      close();
      found.push(...blockOf(node));
    }
  }
  close();
  return found;
}

function blockOf(tag: Tag): HtmlBlock[] {
  const { name, childNodes } = tag;
  if (name === 'hr') return [{ k: 'rule' }];
  if (name === 'blockquote') return blocksOf(childNodes);
  if (name === 'table') return tableOf(tag);
  if (name === 'ul' || name === 'ol') return listOf(tag);
  if (name === 'p') return paragraph(childNodes);
  const runs = runsOf(childNodes);
  return runs.length === 0 ? [] : [{ k: 'heading', level: Number(name[1]) as 2 | 3 | 4, runs }];
}

function paragraph(nodes: readonly Node[]): HtmlBlock[] {
  const runs = runsOf(nodes);
  return runs.length === 0 ? [] : [{ k: 'paragraph', runs }];
}

function listOf({ name, childNodes }: Tag): HtmlBlock[] {
  const items = childNodes.filter(isTag).filter((child) => child.name === 'li');
  if (items.length === 0) return [];
  return [
    {
      k: 'list',
      items: items.map((item, at) => ({
        marker: name === 'ol' ? `${at + 1}.` : '•',
        blocks: blocksOf(item.childNodes),
      })),
    },
  ];
}

function tableOf(table: Tag): HtmlBlock[] {
  const rows = rowsOf(table).map((row) => {
    const cells = row.childNodes.filter(isTag).filter(({ name }) => name === 'td' || name === 'th');
    return {
      isHead: cells.every(({ name }) => name === 'th'),
      cells: cells.map((cell) => runsOf(cell.childNodes)),
    };
  });
  const filled = rows.filter(({ cells }) => cells.length > 0);
  return filled.length === 0 ? [] : [{ k: 'table', rows: filled }];
}

const rowsOf = ({ childNodes }: Tag): Tag[] =>
  childNodes.filter(isTag).flatMap((child) => (child.name === 'tr' ? [child] : rowsOf(child)));

function runsOf(nodes: readonly Node[]): Run[] {
  const runs = nodes.flatMap((node) => runsOfNode(node, false)).filter(({ text }) => text !== '');
  const first = runs.at(0);
  if (first) first.text = first.text.trimStart();
  const last = runs.at(-1);
  if (last) last.text = last.text.trimEnd();
  return runs.filter(({ text }) => text !== '');
}

function runsOfNode(node: Node, isBold: boolean): Run[] {
  if ('data' in node && !('name' in node)) return [{ text: node.data.replaceAll(/\s+/g, ' '), isBold }];
  if (!isTag(node)) return [];
  if (node.name === 'br') return [{ text: '\n', isBold }];
  const inside = node.childNodes.flatMap((child) =>
    runsOfNode(child, isBold || node.name === 'b' || node.name === 'strong'),
  );
  return node.name === 'a' ? [...inside, ...addressOf(node, inside)] : inside;
}

function addressOf(link: Tag, inside: readonly Run[]): Run[] {
  const address = link.attribs.href?.replace(/^(mailto|tel):/, '') ?? '';
  const said = inside.map(({ text }) => text).join('');
  return address === '' || said.includes(address) ? [] : [{ text: ` (${address})`, isBold: false }];
}
