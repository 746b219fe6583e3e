import { inflateSync } from 'node:zlib';
// Its types know only the default export.
// oxlint-disable-next-line no-named-as-default
import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { LeanDocument } from './lean-document.ts';
import { overpassRegular } from './overpass.ts';
import { Structure } from './structure.ts';

const OPTIONS = {
  pdfVersion: '1.7',
  subset: 'PDF/UA',
  tagged: true,
  lang: 'en-US',
  displayTitle: true,
  bufferPages: true,
  font: null,
  info: {
    Title: 'Fee (2026) – Zoë',
    Author: 'Harbor \\ Co.',
    CreationDate: new Date('2026-04-10T12:00:00Z'),
  },
} as object;

type Doc = InstanceType<typeof PDFDocument>;
type Element = ReturnType<Doc['struct']>;

/** Two pages with a font of pdfkit's own, a table's head with its scope, and a text that runs over. */
function draw(doc: Doc): Promise<Buffer> {
  const pieces: Buffer[] = [];
  doc.on('data', (piece: Buffer) => pieces.push(piece));
  const ended = new Promise<Buffer>((resolve) => doc.on('end', () => resolve(Buffer.concat(pieces))));
  doc
    .registerFont('own', overpassRegular as never)
    .font('own')
    .fontSize(11);
  const element = (tag: string, scope?: 'Column', draw?: () => void) =>
    doc instanceof LeanDocument
      ? (new Structure(doc, tag, { scope, ...(draw && { draw }) }) as unknown as Element)
      : doc.struct(tag, (scope ? { scope } : {}) as object, draw && [draw]);
  const body = element('Document');
  doc.addStructure(body);
  body.add(element('H1', undefined, () => void doc.text('Zoë, “Łukasz” (1)')));
  const list = element('L');
  body.add(list);
  for (const label of ['1.', '2.']) {
    const item = element('LI');
    list.add(item);
    item.add(element('Lbl', undefined, () => void doc.text(label)));
    item.add(element('LBody', undefined, () => void doc.text('is an item')));
  }
  body.add(element('TH', 'Column', () => void doc.text('word '.repeat(3_000))));
  list.end();
  doc.markContent('Artifact', { type: 'Layout' });
  doc.moveTo(1.23456789, 2).lineTo(300, 2).lineWidth(0.6).stroke('#8a1538');
  doc.endMarkedContent();
  body.end();
  doc.end();
  return ended;
}

const ZLIB = 'x';

/** A document's objects with their streams unpacked, without what hangs on how tightly they were packed. */
const unpacked = (pdf: Buffer): string =>
  pdf
    .toString('latin1')
    .replaceAll(/\/Length \d+/g, '/Length')
    .replaceAll(/stream\n([\s\S]*?)\nendstream/g, (whole, body: string) =>
      body.startsWith(ZLIB) ? inflateSync(Buffer.from(body, 'latin1')).toString('latin1') : whole,
    )
    .replace(/\nxref\n[\s\S]*?trailer/, '')
    .replace(/startxref\n\d+/, '');

describe('a document that is written in fewer pieces', () => {
  it('is to the byte what pdfkit writes, unpacked', async () => {
    const lean = unpacked(await draw(new LeanDocument(OPTIONS)));
    expect(lean).toContain('/ParentTree');
    expect(lean).toContain('/MCID');
    expect(lean).toBe(unpacked(await draw(new PDFDocument(OPTIONS))));
  });

  it('has no number that is none', () => {
    expect(() => new LeanDocument(OPTIONS).ref({ Length: Number.NaN }).end(null as never)).toThrow(
      'unsupported number',
    );
  });

  it('has each object where its list of objects says', async () => {
    const lean = (await draw(new LeanDocument(OPTIONS))).toString('latin1');
    const offsets = [...lean.matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset));
    expect(offsets.length).toBeGreaterThan(20);
    offsets.forEach((offset, at) => expect(lean.slice(offset)).toMatch(new RegExp(`^${at + 1} 0 obj\n`)));
  });

  it('says of each of its streams how long it is', async () => {
    const lean = (await draw(new LeanDocument(OPTIONS))).toString('latin1');
    const streams = [...lean.matchAll(/\/Length (\d+)[^>]*>>\nstream\n/g)];
    expect(streams.length).toBeGreaterThan(4);
    for (const [head, length] of streams.map((found) => [found, Number(found[1])] as const))
      expect(lean.slice(head.index + head[0].length + length)).toMatch(/^\nendstream/);
  });
});
