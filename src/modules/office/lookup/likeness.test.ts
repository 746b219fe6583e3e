import { describe, expect, it } from 'vitest';
import { alike } from './likeness.ts';

const NAMES = ['Old Hillmark', 'HM Lower East', 'Hillmark School (HM)', 'HM', 'Éast Side'];

const found = (typed: string) =>
  alike(typed, NAMES, (name) => [name]).map(({ thing, likeness }) => `${likeness} ${thing}`);

/** @shows OF2.2 */
describe('the names at hand', () => {
  it('are found exactly first, then by their begin and the begin of a word, then by parts', () => {
    expect(found('hm')).toEqual(['exact HM', 'begins HM Lower East', 'inside Hillmark School (HM)']);
    expect(found('hill')).toEqual(['begins Old Hillmark', 'begins Hillmark School (HM)']);
    expect(found('mark')).toEqual(['inside Old Hillmark', 'inside Hillmark School (HM)']);
  });

  it('need each word, in any order, without marks and case', () => {
    expect(found('EAST hm')).toEqual(['inside HM Lower East']);
    expect(found('east side')).toEqual(['exact Éast Side']);
    expect(found('east west')).toEqual([]);
    expect(found('  ')).toEqual([]);
  });

  it('of a thing with several names are one hit, by the likeliest', () => {
    const routes = [{ name: 'North', code: 'N1' }];
    expect(alike('n1', routes, ({ name, code }) => [name, code, null])).toEqual([
      { thing: routes[0], likeness: 'exact' },
    ]);
  });
});
