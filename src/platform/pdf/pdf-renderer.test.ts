import { afterAll, describe, expect, it } from 'vitest';
import { aDocument } from '#tests/support/files/a-document.ts';
import { readPdf } from '#tests/support/files/read-pdf.ts';
import { openPdfRenderer } from './pdf-renderer.ts';
import type { Block } from './printable-document.ts';

const pdfRenderer = openPdfRenderer();
afterAll(() => pdfRenderer.close());

describe('a printed paper', () => {
  it('is the same to the byte when it is printed again', async () => {
    const pdfDocument = aDocument({ k: 'paragraph', text: 'Łukasz Nguyễn' });
    const [one, two] = await Promise.all([pdfRenderer.print(pdfDocument), pdfRenderer.print(pdfDocument)]);
    expect(Buffer.compare(one, two)).toBe(0);
    expect((await readPdf(one)).text).toContain('Łukasz Nguyễn');
  });

  it('turns its pages and numbers each, with nothing lost on the way', async () => {
    const words = Array.from({ length: 400 }, (_, at) => `word${at}`);
    const paragraphs = words.map((word): Block => ({ k: 'paragraph', text: `${word} `.repeat(12) }));
    const { text, pages } = await readPdf(await pdfRenderer.print(aDocument(...paragraphs)));
    expect(pages).toBeGreaterThan(5);
    expect(text).toContain(`Page ${pages} of ${pages}`);
    expect(words.filter((word) => !text.includes(`${word} `))).toEqual([]);
  });

  it('keeps a heading, its facts and a short table each on one page, wherever they fall', async () => {
    const facts: Block = {
      k: 'facts',
      facts: ['one', 'two', 'three', 'four'].map((word) => ({
        label: `label ${word}`,
        value: `value ${word}`,
      })),
    };
    const row = (text: string) => ({ text: `row ${text}`, amount: '$1.00' });
    const sums: Block = { k: 'amounts', head: row('head'), rows: [row('a'), row('b')], total: row('total') };
    for (const lines of [24, 26, 28, 30, 32, 34, 36]) {
      const above = Array.from({ length: lines }, (): Block => ({ k: 'paragraph', text: 'a line' }));
      const { pageTexts } = await readPdf(
        await pdfRenderer.print(
          aDocument(
            ...above,
            { k: 'heading', text: 'Acceptance' },
            facts,
            { k: 'heading', text: 'Price' },
            sums,
          ),
        ),
      );
      const pagesWith = (words: string) => pageTexts.filter((text) => text.includes(words)).length;
      expect([pagesWith('Acceptance'), pagesWith('value one'), pagesWith('row total')]).toEqual([1, 1, 1]);
      expect(
        pageTexts.some((text) => text.includes('Acceptance') && text.includes('value four')),
        `after ${lines} lines`,
      ).toBe(true);
      expect(
        pageTexts.some((text) => text.includes('Price') && text.includes('row total')),
        `after ${lines} lines`,
      ).toBe(true);
    }
  });

  it('does not hold up the thread that asked for it', async () => {
    const long = aDocument({ k: 'html', html: `<p>${'a long contract '.repeat(20_000)}</p>` });
    const started = performance.now();
    const printing = pdfRenderer.print(long);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const heldMs = performance.now() - started;
    const wholeMs = await printing.then(() => performance.now() - started);
    expect(heldMs).toBeLessThan(wholeMs);
  });

  it('that cannot be drawn fails alone; the next one is printed', async () => {
    await expect(pdfRenderer.print(aDocument({ k: 'facts', facts: null as never }))).rejects.toThrow();
    expect((await pdfRenderer.print(aDocument())).length).toBeGreaterThan(1_000);
  });
});
