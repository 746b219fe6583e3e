import { inflateSync } from 'node:zlib';

/*
 * A PDF from outside is stored as it is, so the whole file is searched for what could run or be unpacked
 * (SE2.5). Names are searched in all bytes, compressed lists of objects included: a reader may find an object
 * anywhere.
 */

type ForeignPdf = 'plain' | 'not_a_pdf' | 'active';

/** A reader looks for the mark in the first kilobyte; a PDF of ours begins with it. */
const MARK = '%PDF-';

/** Scripts, forms with scripts, attachments, and programs that a click starts. */
const ACTIVE = /\/(?:JavaScript|XFA|EmbeddedFiles?|FileAttachment|RichMedia|Launch)(?![\w.-])/;

/** What an encrypted file holds cannot be seen. */
const HIDDEN = /\/Encrypt(?![\w.-])/;

const INFLATED_BYTES_MAX = 50_000_000;

/** `/J#61vaScript` is the same name as `/JavaScript`. */
const withoutEscapes = (text: string) =>
  text.replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const STREAM = /(?<![a-z])stream\r?\n/g;

/** The longest dictionary of a list of objects that a program writes; a list has few entries. */
const DICTIONARY_CHARS = 2_000;

/** A list of objects has `/First`, whatever its type is called. @throws where a list cannot be read */
function* listsOfObjects(text: string, content: Uint8Array): Generator<string> {
  for (const { index, 0: begin } of text.matchAll(STREAM)) {
    const before = text.slice(Math.max(0, index - DICTIONARY_CHARS), index);
    const dictionary = withoutEscapes(before.slice(before.lastIndexOf('obj') + 3));
    if (!/\/(?:ObjStm|First)(?![\w.-])/.test(dictionary) || !dictionary.includes('/Filter')) continue;
    if (/\/(?:DecodeParms|DP)(?![\w.-])/.test(dictionary))
      throw new RangeError('a list with predicted bytes');
    const inflated = inflateSync(content.subarray(index + begin.length), {
      maxOutputLength: INFLATED_BYTES_MAX,
    });
    yield inflated.toString('latin1');
  }
}

const isActive = (text: string) => ACTIVE.test(text) || HIDDEN.test(text);

export function readForeignPdf(content: Uint8Array): ForeignPdf {
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');
  if (!text.startsWith(MARK)) return 'not_a_pdf';
  if (isActive(withoutEscapes(text))) return 'active';
  try {
    for (const list of listsOfObjects(text, content)) if (isActive(withoutEscapes(list))) return 'active';
  } catch {
    // No program packs its objects in another way than Deflate; what cannot be looked into is not taken.
    return 'active';
  }
  return 'plain';
}

// `/Pages` is a node of the tree above the pages.
const PAGE = /\/Type\s*\/Page(?![\w.-])/g;

const pagesIn = (text: string) => text.match(PAGE)?.length ?? 0;

/** Counts the pages in all objects, packed ones included. @returns 0 for a file that cannot be looked into */
export function countPages(content: Uint8Array): number {
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');
  try {
    return [...listsOfObjects(text, content)].reduce(
      (n, list) => n + pagesIn(withoutEscapes(list)),
      pagesIn(withoutEscapes(text)),
    );
  } catch {
    return 0;
  }
}
