import { describe, expect, it } from 'vitest';
import { pages } from '#app/site-map.ts';
import { entryOf, MENU } from './menu.ts';

const office = pages.filter(({ path }) => path === '/admin' || path.startsWith('/admin/'));

describe('the menu of the office', () => {
  it('has each page of the site map, or the list above the page', () => {
    expect(office.length).toBeGreaterThan(15);
    expect(office.filter(({ path }) => !entryOf(path)).map(({ path }) => path)).toEqual([]);
  });

  it('leads to pages of the site map alone', () => {
    const known = office.map(({ path }) => path);
    expect(MENU.filter(({ path }) => !known.includes(path))).toEqual([]);
  });

  it('opens a page below a list by the right of the list, and no neighbor of the overview', () => {
    expect(entryOf('/admin/users/parents/7')?.right).toBe('families');
    expect(entryOf('/admin/owed')?.right).toBe('money');
    expect(entryOf('/admin/owed-elsewhere')).toBeUndefined();
  });
});
