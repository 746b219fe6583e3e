import { describe, expect, it } from 'vitest';
import { placeAt, placeOfDrop, type Drop } from './arrange-place.ts';

const items = ['A', 'B', 'C', 'D'].map((name, at) => ({ id: at + 1, version: 1, name }));
const placeOf = (drop: Drop) => {
  const place = placeOfDrop(items, drop);
  return place && [place.item.name, place.at, place.before];
};

/** @shows SE1.9 */
describe('the place of a moved object', () => {
  it('is before the object that stands there then', () => {
    expect(placeAt(items, items[0]!, 1)).toMatchObject({ at: 1, before: 3 });
    expect(placeAt(items, items[3]!, 0)).toMatchObject({ at: 0, before: 1 });
    expect(placeAt(items, items[0]!, 3)).toMatchObject({ at: 3, before: null });
  });

  it('follows the half of the row on which it is dropped', () => {
    expect(placeOf({ id: 1, over: 3, edge: 'top' })).toEqual(['A', 1, 3]);
    expect(placeOf({ id: 1, over: 3, edge: 'bottom' })).toEqual(['A', 2, 4]);
    expect(placeOf({ id: 4, over: 1, edge: 'top' })).toEqual(['D', 0, 1]);
    expect(placeOf({ id: 2, over: 4, edge: 'bottom' })).toEqual(['B', 3, null]);
  });

  it('is none where it stands already, or where a row is gone', () => {
    expect(placeOf({ id: 2, over: 1, edge: 'bottom' })).toBeUndefined();
    expect(placeOf({ id: 2, over: 3, edge: 'top' })).toBeUndefined();
    expect(placeOf({ id: 2, over: 2, edge: 'top' })).toBeUndefined();
    expect(placeOf({ id: 9, over: 3, edge: 'top' })).toBeUndefined();
    expect(placeOf({ id: 2, over: 9, edge: 'top' })).toBeUndefined();
  });
});
