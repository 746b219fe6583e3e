import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readPdf } from '#tests/support/files/read-pdf.ts';
import { isolated } from '#kit/text/isolated.ts';
import { loadFallbackFonts } from './fallback-fonts.ts';
import { layOutMixed } from './mixed-text.ts';
import type { Block } from './printable-document.ts';
import { renderDocument } from './render-document.ts';

const print = (...blocks: Block[]) =>
  renderDocument({
    title: 'A paper',
    subject: 'Test',
    author: 'Harborline',
    dated: new Date('2026-04-10T12:00:00Z'),
    color: '#8a1538',
    letterhead: { name: 'Harborline', lines: [] },
    tag: 'Hillmark',
    foot: 'Paper 1',
    blocks,
  });
const fact = (value: string): Block => ({ k: 'facts', facts: [{ label: 'Student', value }] });

function streamsOf(pdf: Uint8Array): string[] {
  const bytes = Buffer.from(pdf);
  return [...bytes.toString('latin1').matchAll(/stream\n/g)].flatMap(({ index }) => {
    try {
      return [inflateSync(bytes.subarray(index + 7)).toString('latin1')];
    } catch {
      return [];
    }
  });
}

/** The text of each line for copying and reading aloud. */
function spokenTexts(pdf: Uint8Array): string {
  return streamsOf(pdf)
    .flatMap((stream) => [...stream.matchAll(/\/ActualText \(((?:\\.|[^\\)])*)\)/gs)])
    .map(([, said]) => {
      const plain = said!.replaceAll(
        /\\([nrbft()\\])/g,
        (_, sign: string) => ({ n: '\n', r: '\r', b: '\b', f: '\f', t: '\t' })[sign] ?? sign,
      );
      const utf16 = Buffer.from(plain, 'latin1').subarray(2);
      return utf16
        .subarray(0, utf16.length & ~1)
        .swap16()
        .toString('utf16le');
    })
    .join('\n');
}

/** @shows MD23.2 */
it('a name from right to left on paper keeps the words behind in place, and shows no isolate', async () => {
  const text = `${isolated('דנה')} 7, ${isolated('נועה')}, a@b.example`;
  const fonts = await loadFallbackFonts([text]);
  const [line] = layOutMixed([{ text, isBold: false }], { width: 1_000, fonts, measure: () => 1 });
  const drawn = line!.pieces.map((piece) => piece.text);
  expect(drawn.join('')).toBe('דנה 7, נועה, a@b.example');
  expect(drawn.at(-1)).toContain('a@b.example');
});

describe('a name on paper', () => {
  /** @shows MB20.14 */
  it.each([
    ['Cyrillic', 'Анна Ковальчук Ґжегож', 'Overpass'],
    ['Greek', 'Γεώργιος Παπαδόπουλος', 'NotoSans'],
    ['Hebrew', 'נועה בן־דוד', 'NotoSansHebrew'],
    ['Arabic', 'شارع النخيل خديجة پرویز', 'Vazirmatn'],
    ['Chinese', '王小明 張偉', 'NotoSansSC'],
    ['Japanese', '髙橋 さくら', 'NotoSansJP'],
    ['Korean', '김민수 박서연', 'NotoSansKR'],
    ['emoji', 'Zoë 😀 👩‍👩‍👧 ❤️', 'NotoEmoji'],
    ['Vietnamese', 'Nguyễn Thị Hồng', 'Overpass'],
  ])('in %s is drawn in a font that has it, and read back', async (_, name, font) => {
    const { text, fonts } = await readPdf(await print(fact(name)));
    expect(text).toContain(name);
    expect(fonts.some((each) => each.includes(`+${font}`))).toBe(true);
  });

  /** @shows MB20.14 */
  it('in Devanagari is shaped, and a reader’s program hears it as it is spelled', async () => {
    const name = 'श्रीमती प्रिया शर्मा';
    const pdf = await print(fact(name));
    expect(spokenTexts(pdf)).toContain(name);
    expect((await readPdf(pdf)).fonts.some((font) => font.includes('NotoSans-'))).toBe(true);
  });

  /** @shows MB20.15 */
  it('needs no other font where the documents’ own has every letter', async () => {
    const { fonts } = await loadFallbackFonts(['Renée O’Brien, 3 × $5 · Zoë', 'Łukasz Nguyễn, ½ mile']);
    expect(fonts).toEqual([]);
    const { text, fonts: used } = await readPdf(await print(fact('Łukasz Nguyễn')));
    expect(text).toContain('Łukasz Nguyễn');
    expect(used.every((font) => font.includes('+Overpass'))).toBe(true);
  });

  it('is the same to the byte when it is printed again', async () => {
    const block = fact('Омар (عمر) 王 😀');
    const [one, two] = [await print(block), await print(block)];
    expect(Buffer.compare(one, two)).toBe(0);
  });

  it('stands in every kind of block, also as entities of HTML', async () => {
    const amount = { text: 'Маршрут', amount: '$1.00' };
    const { text } = await readPdf(
      await print(
        { k: 'heading', text: 'Δρομολόγιο' },
        { k: 'paragraph', text: '경로' },
        { k: 'amounts', head: amount, rows: [amount], total: amount },
        { k: 'line', stops: [{ label: '学校', detail: 'שלום', amount: '$1.00', isPassed: false }] },
        { k: 'html', html: '<p>Seat of <b>&#1040;&#1085;&#1085;&#1072;</b></p>' },
        { k: 'blanks', blanks: [{ label: 'Подпись' }] },
      ),
    );
    const said = ['Δρομολόγιο', '경로', 'Маршрут', '学校', 'שלום', 'Seat of Анна', 'Подпись'];
    expect(said.filter((one) => !text.includes(one))).toEqual([]);
  });

  it('may stand in a text that goes on on the next page, where its tag goes on too', async () => {
    const pdf = await print({ k: 'paragraph', text: 'Łukasz ordered a seat. '.repeat(400) });
    const tags = streamsOf(pdf)
      .filter((stream) => stream.includes(' BDC'))
      .map((stream) => [stream.match(/ BDC$/gm)?.length, stream.match(/^EMC$/gm)?.length]);
    expect(tags.length).toBeGreaterThan(1);
    expect(tags.filter(([begun, ended]) => begun !== ended)).toEqual([]);
  });

  it('with an accent apart is drawn by the letter that has the accent', async () => {
    const { text, fonts } = await readPdf(await print(fact('Zoe\u0308 Nun\u0303ez')));
    expect(text).toContain('Zoë Nuñez');
    expect(fonts.every((font) => font.includes('+Overpass'))).toBe(true);
  });

  it.each(['Di`Angelo', 'Gas·par', 'M·x', '0`0'])('may have a sign after any letter: %s', async (name) => {
    expect((await readPdf(await print(fact(name)))).text).toContain(name);
  });

  it('that no font has does not stop the document', async () => {
    expect((await readPdf(await print(fact('\u{12000} Ada')))).text).toContain('Ada');
  });
});

describe('a line of several scripts', () => {
  const layOut = async (text: string, width = 1_000) => {
    const fonts = await loadFallbackFonts([text]);
    // Every letter has width one.
    const measure = (piece: { text: string }) => [...piece.text].length;
    return layOutMixed([{ text, isBold: false }], { width, fonts, measure });
  };
  const drawn = async (text: string) => (await layOut(text))[0]!.pieces.map((piece) => piece.text);

  it('is drawn from left to right, with what is read from right to left turned around', async () => {
    expect(await drawn('Omar (عمر) Haddad')).toEqual(['Omar (', 'عمر', ') Haddad']);
    expect(await drawn('12 שלום עולם, NY')).toEqual(['12 ', 'שלום עולם', ', NY']);
    expect(await drawn('א 12 ב')).toEqual(['ב', ' ', '12', 'א ']);
  });

  it('mirrors brackets inside what is read from right to left', async () =>
    expect(await drawn('שלום (עולם) טוב')).toEqual(['טוב', ' (', 'עולם', ')', 'שלום ']));

  it('breaks at spaces, between Han characters, and inside what is longer than a line', async () => {
    const textsOf = async (text: string, width: number) =>
      (await layOut(text, width)).map((line) => line.text);
    expect(await textsOf('Анна Мария Ковальчук', 11)).toEqual(['Анна Мария', 'Ковальчук']);
    expect(await textsOf('王小明張偉', 2)).toEqual(['王小', '明張', '偉']);
    expect(await textsOf('Ковальчук', 4)).toEqual(['Кова', 'льчу', 'к']);
    expect(await textsOf('Анна\nМария', 40)).toEqual(['Анна', 'Мария']);
  });
});
