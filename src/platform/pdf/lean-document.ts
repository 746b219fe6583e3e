/* oxlint-disable no-underscore-dangle -- pdfkit has no other way to what it writes */
import { deflateSync } from 'node:zlib';
// Its types know only the default export.
// oxlint-disable-next-line no-named-as-default
import PDFDocument from 'pdfkit';

/*
 * A document of two pages has some two hundred objects and a thousand operators, and pdfkit makes bytes of
 * each operator and a list of each object's lines. Here the operators of a page are one text until it ends,
 * and an object of plain values is written at once. The bytes of the file are those that pdfkit would write.
 */

/** An object of the file, as pdfkit makes it; its types do not know it. */
type Reference = {
  id: number;
  data: Record<string, unknown>;
  buffer: Uint8Array[];
  compress: boolean;
  offset: number;
  document: { _offset: number; _write(piece: string | Uint8Array): void; _refEnd(ended: Reference): void };
  write(piece: Uint8Array): void;
  end(piece?: unknown): void;
  finalize(): void;
};

/** What pdfkit has when all objects are written. */
type Ended = {
  _offset: number;
  _offsets: number[];
  _id: Uint8Array;
  _root: Reference;
  _info: Reference;
  _write(piece: string): void;
};

type Options = ConstructorParameters<typeof PDFDocument>[0];
type References = { ref(data?: object): Reference };

// pdfkit does not export it.
const PdfkitReference = (
  new PDFDocument({ autoFirstPage: false, font: null } as unknown as Options) as unknown as References
).ref().constructor as new (document: object, id: number, data?: object) => Reference;

export class LeanReference extends PdfkitReference {
  private operators = '';

  override write(piece: Uint8Array | string): void {
    if (typeof piece === 'string') this.operators += `${piece}\n`;
    else super.write(piece);
  }

  override finalize(): void {
    if (this.operators !== '') {
      this.compress = false;
      // With zlib's own level a whole paper takes two fifths more time, and is two in a hundred shorter.
      super.write(deflateSync(Buffer.from(this.operators, 'latin1'), { level: 3 }));
      this.data['Filter'] = 'FlateDecode';
    }
    const dictionary = plainly(this.data);
    if (dictionary === undefined || (this.compress && this.buffer.length > 0)) super.finalize();
    else this.put(dictionary);
  }

  /** Writes it with a dictionary that stands as it is to be. */
  put(dictionary: string): void {
    const { id, document, buffer } = this;
    this.offset = document._offset;
    document._write(`${id} 0 obj\n${dictionary}`);
    if (buffer.length > 0) {
      document._write('stream');
      for (const piece of buffer) document._write(piece);
      document._write('\nendstream');
    }
    this.buffer = [];
    document._write('endobj');
    document._refEnd(this);
  }
}

/** Letters that need no escape in a string of the file. */
const PLAIN_LETTERS = /^[ !-'*-[\]-~]*$/;

/** A value as pdfkit writes it; undefined where it holds one that needs more care. */
function plainly(value: unknown): string | undefined {
  if (typeof value === 'string') return `/${value}`;
  // Which number it refuses is for pdfkit to say.
  if (typeof value === 'number')
    return Math.abs(value) < 1e21 ? `${Math.round(value * 1e6) / 1e6}` : undefined;
  if (value === null || typeof value === 'boolean') return `${value}`;
  if (typeof value !== 'object') return undefined;
  if (value instanceof PdfkitReference) return `${value.id} 0 R`;
  // How pdfkit tells a text from a name.
  // oxlint-disable-next-line no-instanceof-builtins
  if (value instanceof String)
    return PLAIN_LETTERS.test(value.valueOf()) ? `(${value.valueOf()})` : undefined;
  if (Array.isArray(value)) {
    const known = always.get(value);
    if (known) return known;
    const items = value.map(plainly);
    return items.includes(undefined) ? undefined : `[${items.join(' ')}]`;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const object = value as Record<string, unknown>;
  let entries = '';
  for (const key of Object.keys(object)) {
    if (object[key] === undefined) continue;
    const said = plainly(object[key]);
    if (said === undefined) return undefined;
    entries += `/${key} ${said}\n`;
  }
  return `<<\n${entries}>>`;
}

const always = new WeakMap<object, string>();

/** A list that stands in many documents and never changes: it is made a text once. */
export function writtenOnce(list: readonly unknown[]): readonly unknown[] {
  always.set(list, plainly(list)!);
  return list;
}

/** A document of pdfkit that is written in fewer pieces; it is never encrypted. */
export class LeanDocument extends PDFDocument {
  // Its types do not know which objects it has.
  override ref(data: object): PDFKit.PDFKitReference {
    const own = this as unknown as { _offsets: unknown[]; _waiting: number };
    const made = new LeanReference(this, own._offsets.length + 1, data);
    own._offsets.push(null);
    own._waiting += 1;
    return made as unknown as PDFKit.PDFKitReference;
  }

  /** The list of where its objects are, and where to begin: pdfkit would write each of them on its own. */
  _finalize(): void {
    const own = this as unknown as Ended;
    const start = own._offset;
    const places = own._offsets.map((offset) => `${`${offset}`.padStart(10, '0')} 00000 n `);
    const id = `<${Buffer.from(own._id).toString('hex')}>`;
    const size = own._offsets.length + 1;
    own._write(
      `xref\n0 ${size}\n0000000000 65535 f \n${places.join('\n')}\ntrailer\n<<\n/Size ${size}\n` +
        `/Root ${own._root.id} 0 R\n/Info ${own._info.id} 0 R\n/ID [${id} ${id}]\n>>\n` +
        `startxref\n${start}\n%%EOF`,
    );
    this.push(null);
  }
}
