import { join } from 'node:path';
// Its types know only the default export.
// oxlint-disable-next-line no-named-as-default
import PDFDocument from 'pdfkit';

export type PrintedContract = {
  title: string;
  company: { name: string; address: string; phone: string };
  school: string;
  program: string;
  period: string;
  /** of a route that is bought online; a contract to print has none, and lines to fill in and sign */
  route: string | undefined;
  /** contract text as HTML of h2, h3 and p */
  html: string;
};

// Inside the file, so that it looks the same at every reader.
const FONTS = join(import.meta.dirname, '../../src/platform/pdf/fonts');

const INK = '#13213c';
const SOFT = '#48546f';
const RULE = '#dad6ca';
const MARGIN = 64;
const WIDTH = 612 - 2 * MARGIN;

type Doc = InstanceType<typeof PDFDocument>;

/** A contract to print, sign and mail: tagged, so that a screen reader reads headings and paragraphs. */
export function printContract(contract: PrintedContract): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'LETTER',
    margins: { top: 56, bottom: 56, left: MARGIN, right: MARGIN },
    pdfVersion: '1.7',
    font: join(FONTS, 'overpass-regular.ttf'),
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: contract.title,
      Author: contract.company.name,
      CreationDate: new Date('2027-01-04T12:00:00Z'),
    },
  });
  doc
    .registerFont('Regular', join(FONTS, 'overpass-regular.ttf'))
    .registerFont('Bold', join(FONTS, 'overpass-bold.ttf'));
  const done = collect(doc);
  const body = doc.struct('Document');
  doc.addStructure(body);
  letterhead(doc, body, contract);
  facts(doc, body, contract);
  for (const { tag, text } of blocksOf(contract.html)) block(doc, body, tag, text);
  if (contract.route) closing(doc, body);
  else signatures(doc, body);
  body.end();
  doc.end();
  return done;
}

function collect(doc: Doc): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
}

type Structure = ReturnType<Doc['struct']>;

const say = (doc: Doc, body: Structure, tag: string, write: () => void) =>
  body.add(doc.struct(tag, {}, [() => write()]));

function decoration(doc: Doc, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' });
  draw();
  doc.endMarkedContent();
}

function letterhead(doc: Doc, body: Structure, { company, title }: PrintedContract): void {
  decoration(doc, () => {
    doc
      .moveTo(MARGIN, 50)
      .lineTo(MARGIN + WIDTH, 50)
      .lineWidth(3)
      .stroke(INK);
    for (const x of [0, 1, 2, 3, 4])
      doc
        .circle(MARGIN + (x * WIDTH) / 4, 50, 5)
        .lineWidth(2)
        .fillAndStroke(x === 4 ? '#ffc21a' : '#ffffff', INK);
  });
  say(doc, body, 'P', () =>
    doc
      .fillColor(INK)
      .font('Bold')
      .fontSize(10)
      .text(company.name, MARGIN, 68, { width: WIDTH, continued: false }),
  );
  say(doc, body, 'P', () =>
    doc
      .fillColor(SOFT)
      .font('Regular')
      .fontSize(9)
      .text(`${company.address}, ${company.phone}`, { width: WIDTH }),
  );
  say(doc, body, 'H1', () =>
    doc.moveDown(1.6).fillColor(INK).font('Bold').fontSize(20).text(title, { width: WIDTH }),
  );
}

function facts(doc: Doc, body: Structure, { school, program, period, route }: PrintedContract): void {
  doc.moveDown(0.5);
  const given: [string, string | undefined][] = [
    ['School', school],
    ['Program', program],
    ['Period', period],
  ];
  if (route) given.push(['Route', route]);
  else given.push(['Student', undefined], ['Year entering', undefined], ['Route', undefined]);
  for (const [name, value] of given) {
    const y = doc.y + 4;
    say(doc, body, 'P', () => {
      doc.fillColor(SOFT).font('Regular').fontSize(10).text(name, MARGIN, y, { width: 110 });
      if (value)
        doc
          .fillColor(INK)
          .font('Bold')
          .text(value, MARGIN + 110, y, { width: WIDTH - 110 });
    });
    if (!value)
      decoration(doc, () =>
        doc
          .moveTo(MARGIN + 110, y + 11)
          .lineTo(MARGIN + WIDTH, y + 11)
          .lineWidth(0.6)
          .stroke(INK),
      );
    doc.y = Math.max(doc.y, y + 13);
    doc.x = MARGIN;
  }
  decoration(doc, () =>
    doc
      .moveTo(MARGIN, doc.y + 8)
      .lineTo(MARGIN + WIDTH, doc.y + 8)
      .lineWidth(0.6)
      .stroke(RULE),
  );
  doc.y += 20;
}

function blocksOf(html: string): { tag: string; text: string }[] {
  const found = [...html.matchAll(/<(h2|h3|p)>(.*?)<\/\1>/gs)];
  return found.map(([, tag = 'p', inner = '']) => ({
    tag,
    text: inner.replaceAll(/<[^>]+>/g, '').replaceAll('&amp;', '&'),
  }));
}

function block(doc: Doc, body: Structure, tag: string, text: string): void {
  // The file's own title says what the text's first heading says.
  if (tag === 'h2') return;
  if (tag === 'h3')
    say(doc, body, 'H2', () =>
      doc.moveDown(0.7).fillColor(INK).font('Bold').fontSize(12).text(text, { width: WIDTH }),
    );
  else
    say(doc, body, 'P', () =>
      doc
        .moveDown(0.25)
        .fillColor(INK)
        .font('Regular')
        .fontSize(10.5)
        .text(text, { width: WIDTH, lineGap: 3.2 }),
    );
}

function closing(doc: Doc, body: Structure): void {
  const text =
    'Accepted online with the order, which names the contract number, the student, ' +
    'the date and the payment schedule.';
  say(doc, body, 'P', () =>
    doc
      .moveDown(1.6)
      .fillColor(SOFT)
      .font('Regular')
      .fontSize(10.5)
      .text(text, { width: WIDTH, lineGap: 3.2 }),
  );
}

function signatures(doc: Doc, body: Structure): void {
  say(doc, body, 'H2', () => doc.moveDown(1.2).font('Bold').fontSize(12).text('Signature', { width: WIDTH }));
  say(doc, body, 'P', () =>
    doc
      .moveDown(0.25)
      .font('Regular')
      .fontSize(10.5)
      .text(
        'I have read this contract and accept it. Sign, and mail it with your check to the address above.',
        { width: WIDTH, lineGap: 3.2 },
      ),
  );
  for (const [left, right] of [
    ['Parent or guardian', 'Date'],
    ['Printed name', 'Phone'],
  ] as const) {
    const y = doc.y + 36;
    decoration(doc, () => {
      doc
        .moveTo(MARGIN, y)
        .lineTo(MARGIN + 300, y)
        .moveTo(MARGIN + 330, y)
        .lineTo(MARGIN + WIDTH, y)
        .lineWidth(0.8)
        .stroke(INK);
    });
    say(doc, body, 'P', () => {
      doc
        .fillColor(SOFT)
        .fontSize(9)
        .text(left, MARGIN, y + 4, { width: 300, lineBreak: false });
      doc.text(right, MARGIN + 330, y + 4, { width: 150, lineBreak: false });
    });
    doc.y = y + 14;
  }
}
