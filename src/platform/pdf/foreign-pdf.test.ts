import { once } from 'node:events';
import { deflateSync } from 'node:zlib';
// Its types know only the default export.
// oxlint-disable-next-line no-named-as-default
import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { readForeignPdf } from './foreign-pdf.ts';

async function printed(add: (document: PDFKit.PDFDocument) => void, options = {}): Promise<Buffer> {
  const document = new PDFDocument(options);
  const parts: Buffer[] = [];
  document.on('data', (part: Buffer) => parts.push(part));
  document.text('Contract of the school');
  add(document);
  document.end();
  await once(document, 'end');
  return Buffer.concat(parts);
}

const file = (...objects: string[]) => Buffer.from(`%PDF-1.7\n${objects.join('\n')}\n%%EOF`, 'latin1');

const listOf = (objects: string, dictionary = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode') => {
  const packed = deflateSync(Buffer.from(objects)).toString('latin1');
  return file(`5 0 obj\n<< ${dictionary} /Length ${packed.length} >>\nstream\n${packed}\nendstream\nendobj`);
};

const SCRIPT = '<< /S /JavaScript /JS (app.alert(1)) >>';

/** @shows SE2.5 */
describe('a PDF from outside', () => {
  it('is plain with texts and pictures alone', async () => {
    expect(readForeignPdf(await printed(() => undefined))).toBe('plain');
    expect(readForeignPdf(listOf('1 0 << /Type /Page >>'))).toBe('plain');
  });

  it.each(['', 'words', '<svg/>', ' %PDF-1.7'])('is none in %j', (content) => {
    expect(readForeignPdf(Buffer.from(content))).toBe('not_a_pdf');
  });

  it('is active with an attachment', async () => {
    const attached = await printed((document) => document.file(Buffer.from('x'), { name: 'x.exe' }));
    expect(readForeignPdf(attached)).toBe('active');
  });

  it('is active with encryption, which hides what else it holds', async () => {
    expect(readForeignPdf(await printed(() => undefined, { userPassword: 'secret' }))).toBe('active');
  });

  it.each([
    ['a script', file(`1 0 obj ${SCRIPT} endobj`)],
    ['a script under an escaped name', file('1 0 obj << /S /J#61va#53cript >> endobj')],
    ['a script in a packed list of objects', listOf(`1 0 ${SCRIPT}`)],
    ['an escaped script in a packed list', listOf('1 0 << /S /Java#53cript >>')],
    ['a packed list of another name', listOf(`1 0 ${SCRIPT}`, '/Type 9 0 R /First 4 /Filter /Fl#61teDecode')],
    [
      'a list that is packed in another way',
      file('5 0 obj << /Type /ObjStm /First 4 /Filter /LZWDecode >>\nstream\nx\nendstream'),
    ],
    [
      'a list whose bytes are predicted',
      listOf('1 0 <<>>', '/Type /ObjStm /First 4 /Filter /FlateDecode /DecodeParms << /Predictor 12 >>'),
    ],
    ['a form with scripts', file('1 0 obj << /AcroForm << /XFA 2 0 R >> >> endobj')],
    ['a program to start', file('1 0 obj << /S /Launch /F (x.exe) >> endobj')],
    ['an attachment on a page', file('1 0 obj << /Subtype /FileAttachment >> endobj')],
  ])('is active with %s', (_, content) => {
    expect(readForeignPdf(content)).toBe('active');
  });

  it('is plain with names that only begin alike', () => {
    expect(readForeignPdf(file('1 0 obj << /LaunchPad 1 /JavaScripture 2 >> endobj'))).toBe('plain');
  });
});
