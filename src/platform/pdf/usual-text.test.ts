import fc from 'fast-check';
// Its types know only the default export.
// oxlint-disable-next-line no-named-as-default
import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { aDocument } from '#tests/support/files/a-document.ts';
import { readPdf } from '#tests/support/files/read-pdf.ts';
import { overpassRegular } from './overpass.ts';
import { renderDocument } from './render-document.ts';
import { isUsualText, LIGATURES, usualFonts } from './usual-font.ts';
import { drawnLines, usualLines } from './usual-text.ts';

const LETTERS = Array.from({ length: 0x2100 }, (_, at) => String.fromCodePoint(at + 0x20)).filter(
  isUsualText,
);
const plain = (text: string) => [{ text, isBold: false }];

describe('the usual letters', () => {
  it('are those of English and of most names with accents', () => {
    expect(['Renée O’Brien', 'Zoë Nuñez', 'F. Weiß – $5 • 3:45 p.m.'].filter(isUsualText)).toHaveLength(3);
    expect(['Łukasz', 'no-break\u00a0space', 'cafe\u0301', 'a\tb', '😀'].filter(isUsualText)).toEqual([]);
  });

  it('are all in the file, beside which letters they may stand', () => {
    const signs = [...new Set(LIGATURES.join(''))];
    // No letter with an accent is drawn as one sign with another.
    const unaccented = LETTERS.filter((letter) => letter < '\u00c0' || letter > '\u00ff');
    const pairs = unaccented.flatMap((one) => unaccented.map((other) => one + other));
    const longer = pairs.filter((pair) => signs.includes(pair[0]!) && signs.includes(pair[1]!));
    const triples = longer.flatMap((pair) => signs.map((sign) => pair + sign));
    const lacking = [...pairs, ...triples].filter((text) =>
      usualFonts.regular.drawn(text).shown.includes('\0\0'),
    );
    expect(lacking).toEqual([]);
  });

  it('are read back one by one from a document in either weight', async () => {
    const letters = LETTERS.filter((letter) => letter.trim() !== '').join(' ');
    const html = `<p>${letters.replaceAll(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</p>`;
    const { text, fonts } = await readPdf(
      await renderDocument(aDocument({ k: 'html', html: html + html.replace('<p>', '<p><b>') })),
    );
    expect(text.split(letters)).toHaveLength(3);
    expect(fonts).toEqual(['USUALR+Overpass-Regular', 'USUALB+Overpass-Bold']);
  });
});

describe('a paragraph of usual text', () => {
  it('is broken anew for another size, width or weight', () => {
    const text = 'the same words of a contract '.repeat(20).trim();
    const linesOf = (size: number, width: number, isBold: boolean) =>
      JSON.stringify(usualLines({ runs: [{ text, isBold }], size, width }));
    const asked = [
      [9.5, 492, false],
      [9.5, 246, false],
      [19, 492, false],
      [9.5, 492, true],
    ] as const;
    const lines = asked.map(([size, width, isBold]) => linesOf(size, width, isBold));
    expect(new Set(lines).size).toBe(asked.length);
    expect(asked.map(([size, width, isBold]) => linesOf(size, width, isBold))).toEqual(lines);
  });

  it('has as many lines as pdfkit gives it', () => {
    const doc = new PDFDocument({ font: null } as object).registerFont('own', overpassRegular as never);
    doc.font('own').fontSize(9.5);
    const word = fc.string({ unit: fc.constantFrom(..."aWf.i-,/0('$é "), minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), fc.constantFrom(100, 364, 492), (words, width) => {
        const text = words.join(' ').replaceAll(',,', '\n');
        const height = doc.heightOfString(text, { width });
        const lines = usualLines({ runs: plain(text), size: 9.5, width });
        expect(lines.length).toBe(Math.round(height / doc.currentLineHeight(true)));
      }),
      { numRuns: 100 },
    );
  });

  it('goes on in the other weight where the first one ends', () => {
    const runs = [...plain('A seat '), { text: 'for the year', isBold: true }, ...plain(', paid twice.')];
    const [line, ...more] = usualLines({ runs, size: 9.5, width: 492 });
    expect(more).toEqual([]);
    const [one, two, three] = line!;
    expect([one!.isBold, two!.isBold, three!.isBold]).toEqual([false, true, false]);
    expect(two!.x).toBeGreaterThan(one!.x + one!.width);
    expect(three!.x).toBeCloseTo(two!.x + two!.width, 3);
  });

  it('is broken once for all documents, and anew for another width', () => {
    const paragraph = { runs: plain('The family pays by the day. '.repeat(20)), size: 9.5, width: 492 };
    const lines = usualLines(paragraph);
    expect(usualLines({ ...paragraph })).toBe(lines);
    expect(usualLines({ ...paragraph, width: 300 }).length).toBeGreaterThan(lines.length);
    expect(usualLines({ ...paragraph, runs: [{ ...paragraph.runs[0]!, isBold: true }] })).not.toBe(lines);
  });

  it('has each stretch where its line has it, however far down', () => {
    const run = (at: number) => ({ text: `a (long) text, ${at} words `, isBold: at % 3 === 0 });
    const lines = usualLines({ runs: Array.from({ length: 90 }, (_, at) => run(at)), size: 9.5, width: 300 });
    const [step, indent] = [14.427, 3.3333];
    const { operators, ...weights } = drawnLines(lines, { size: 9.5, step, left: () => indent });
    expect(weights).toEqual({ isRegular: true, isBold: true });
    let [x, y, font] = [0, 0, ''];
    const drawn: { x: number; y: number; font: string; operator: string }[] = [];
    for (const operator of operators.trimEnd().split('\n')) {
      const [, right, down] = /^(\S+) (\S+) Td$/.exec(operator) ?? [];
      if (right && down) [x, y] = [x + Number(right), y - Number(down)];
      else if (operator.endsWith(' Tf')) font = operator;
      else drawn.push({ x, y, font, operator });
    }
    const expected = lines.flatMap((line, at) =>
      line.map((piece) => ({
        x: expect.closeTo(indent + piece.x, 2),
        y: expect.closeTo(at * step, 2),
        font: `/${piece.isBold ? 'F2' : 'F1'} 9.5 Tf`,
        operator: `${piece.shown} TJ`,
      })),
    );
    expect(expected.length).toBeGreaterThan(100);
    expect(drawn).toEqual(expected);
  });

  it('is forgotten when a thousand others were written after it', () => {
    const broken = (text: string) => usualLines({ runs: plain(text), size: 9.5, width: 492 });
    const [always, once] = [broken('always'), broken('once')];
    for (let at = 0; at < 1_200; at += 1) {
      broken(`paragraph ${at}`);
      if (at % 100 === 0) broken('always');
    }
    expect(broken('always')).toBe(always);
    expect(broken('once')).not.toBe(once);
  });
});
