import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  contentTypeOf,
  contractPdfKey,
  isStoredContent,
  isUploaded,
  printableContractKey,
  shownFileName,
  uploadedName,
  uploadKey,
} from './stored-files.ts';

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

/** @shows SE2.6 */
describe('an uploaded file', () => {
  const mark = '0123456789abcdef';
  const named = (base: string, ending = 'pdf') => uploadedName({ base, mark, ending });

  it('has a name that every rule of names takes, and people read it without the mark', () => {
    expect(named('Our contract (März)')).toBe(`Our-contract-M-rz--${mark}.pdf`);
    expect(named('school', 'svg')).toBe(`content/uploads/school--${mark}.svg`);
    expect(['../..', '---', '日本', ''].map((base) => named(base))).toEqual(
      Array(4).fill(`file--${mark}.pdf`),
    );
    expect([named('a b'), named('a b', 'png')].map(shownFileName)).toEqual(['a-b.pdf', 'a-b.png']);
    expect(['school-2027.pdf', 'content/map.svg', 'https://x.example/a--b.svg'].map(shownFileName)).toEqual([
      'school-2027.pdf',
      'content/map.svg',
      'https://x.example/a--b.svg',
    ]);
  });

  it('has a key of its own, whatever object names it', () => {
    const name = named('contract');
    const keys = [uploadKey(name), printableContractKey(12, name), printableContractKey(13, name)];
    const ofRoutes = ['2027', '2028'].map((period) =>
      contractPdfKey({ period, program: 'hm-lower', contract_pdf: name }),
    );
    expect(new Set([...keys, ...ofRoutes])).toEqual(new Set([`uploads/${name}`]));
    expect(uploadKey(named('map', 'svg'))).toBe(named('map', 'svg'));
  });

  it('is none by a name that only looks alike', () => {
    for (const name of [`a--${mark}0.pdf`, 'a--0123.pdf', `x/a--${mark}.pdf`, `a-${mark}.pdf`])
      expect(isUploaded(name)).toBe(false);
  });
});
