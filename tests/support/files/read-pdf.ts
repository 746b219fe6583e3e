import { getDocumentProxy } from 'unpdf';

export type ReadPdf = {
  /** all that is printed, page after page; stretches of text with a space between */
  text: string;
  pages: number;
  /** what is printed on each page */
  pageTexts: string[];
  title: string | undefined;
  language: string | undefined;
  /** the tags of the document's structure, in reading order */
  tags: string[];
  /** names of the fonts that the file brings along */
  fonts: string[];
};

type Element = { role?: string; children?: Element[] };

const tagsOf = ({ role, children = [] }: Element): string[] => [
  ...(role && role !== 'Root' ? [role] : []),
  ...children.flatMap(tagsOf),
];

type Item = { str: string; transform: number[]; width: number };

// Letters of two fonts that touch stand in one word.
const TOUCHES = 0.6;

/** A space between stretches of text that do not touch. */
function gapBefore({ transform }: Item, before: object | undefined): string {
  if (!before || !('str' in before)) return ' ';
  const { transform: its, width, str } = before as Item;
  const isOnLine = Math.abs(transform[5]! - its[5]!) < TOUCHES;
  return isOnLine && str !== '' && Math.abs(transform[4]! - its[4]! - width) < TOUCHES ? '' : ' ';
}

/** Reads a PDF as a reader's program does. */
export async function readPdf(content: Uint8Array): Promise<ReadPdf> {
  const doc = await getDocumentProxy(new Uint8Array(content), { verbosity: 0 });
  const { info } = (await doc.getMetadata()) as { info: { Title?: string; Language?: string } };
  const texts: string[] = [];
  const tags: string[] = [];
  for (let at = 1; at <= doc.numPages; at += 1) {
    const page = await doc.getPage(at);
    const { items } = await page.getTextContent();
    texts.push(
      items.map((item, at) => ('str' in item ? gapBefore(item, items[at - 1]) + item.str : '')).join(''),
    );
    tags.push(...tagsOf((await page.getStructTree()) as unknown as Element));
  }
  const read = {
    text: texts.join(' ').replaceAll(/\s+/g, ' '),
    pages: doc.numPages,
    pageTexts: texts,
    title: info.Title,
    language: info.Language,
    tags,
  };
  await doc.destroy();
  const fonts = [
    ...new Set(
      [
        ...Buffer.from(content)
          .toString('latin1')
          .matchAll(/\/FontName\s*\/([\w+-]+)/g),
      ].map(([, name]) => name!),
    ),
  ];
  return { ...read, fonts };
}
