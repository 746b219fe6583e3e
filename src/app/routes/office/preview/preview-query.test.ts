import { expect, test } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { previewPath, readPreviewAddress } from './preview-query.ts';

/** @shows SE7.1 SE7.6 */
test('the address of a preview names season, school, program and day, and is read again', () => {
  const address = { season: 4, school: 'hm', program: 7, on: plainDate('2027-03-01'), open: true };
  const path = previewPath(address);
  expect(path).toBe('/admin/preview?season=4&school=hm&program=7&on=2027-03-01&open=true');
  expect(readPreviewAddress(new URL(path, 'https://portal.example').searchParams)).toEqual(address);
});

/** @shows SE7.1 */
test('parts that are none are left out; without a season there is no preview', () => {
  const query = new URLSearchParams({ season: '4', program: 'x', on: '2027-02-30' });
  expect(readPreviewAddress(query)).toEqual({ season: 4 });
  expect(readPreviewAddress(new URLSearchParams({ season: '-1' }))).toBeUndefined();
  expect(previewPath({ season: 4 })).toBe('/admin/preview?season=4');
});
