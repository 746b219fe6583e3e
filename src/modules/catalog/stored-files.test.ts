import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentTypeOf, contractPdfKey, isStoredContent, printableContractKey } from './stored-files.ts';

const keyOf = (period: string, program: string) =>
  contractPdfKey({ period, program, contract_pdf: 'school-2027.pdf' });

describe('the key of a contract’s PDF', () => {
  it('has the names of period and program as a path of plain letters', () => {
    expect(keyOf('2027', 'hm-lower')).toBe('contracts/2027/hm-lower/school-2027.pdf');
    expect(keyOf('2027 2028', 'École')).toBe('contracts/2027_20_2028/_c9_cole/school-2027.pdf');
  });

  it('leads out of its folder with no name that people may type', () => {
    for (const name of ['..', '../other', 'a/b', '.', 'a\\b']) {
      const parts = keyOf(name, name).split('/');
      expect(parts).toHaveLength(4);
      expect(parts.slice(1, 3).join()).not.toMatch(/[./\\]/);
    }
  });

  it('is another for another name, also where one has the signs that stand for the other', () => {
    expect(keyOf('a b', 'x')).not.toBe(keyOf('a_20_b', 'x'));
    const name = fc.string({ unit: fc.constantFrom('a', '_', '2', '0', ' ', '-', 'é'), maxLength: 8 });
    fc.assert(
      fc.property(name, name, (one, other) => {
        expect(keyOf(one, 'x') === keyOf(other, 'x')).toBe(one === other);
      }),
    );
  });
});

describe('a file of the season', () => {
  it('to print lies below the school in its period', () => {
    expect(printableContractKey(12, 'school-2027.pdf')).toBe('period-program-groups/12/school-2027.pdf');
  });

  it('is stored here, unless its content is an address elsewhere', () => {
    expect(isStoredContent('content/maps/hm.svg')).toBe(true);
    expect(isStoredContent('https://maps.example/hm.svg')).toBe(false);
    expect(isStoredContent('http://maps.example/hm.svg')).toBe(false);
    expect(isStoredContent('https-notes.pdf')).toBe(true);
  });

  it('is served as what it is by its ending, in any case, and as bytes where that is not known', () => {
    expect(contentTypeOf('map.svg')).toBe('image/svg+xml');
    expect(contentTypeOf('Contract.PDF')).toBe('application/pdf');
    expect(contentTypeOf('photo.of.bus.jpeg')).toBe('image/jpeg');
    for (const name of ['page.html', 'script.js', 'README', 'svg'])
      expect(contentTypeOf(name)).not.toMatch(/html|script/);
    expect(contentTypeOf('README')).toBe('application/octet-stream');
  });
});
