import { describe, expect, it } from 'vitest';
import { beginMark, endMark, fieldMark, fillLists, lineStyles, type SchoolOfPage } from './page-lists.ts';

const school = (path: string, changes: Partial<SchoolOfPage> = {}): SchoolOfPage => ({
  path,
  short_name: path.toUpperCase(),
  name: `School ${path}`,
  routes_email: '',
  line_color: '#123456',
  drawing_file: '',
  building: 'other',
  is_on_home_page: true,
  routes: [],
  ...changes,
});

const PATTERN =
  `<ul>${beginMark('school')}<li id="${fieldMark('school', 'path')}">${fieldMark('school', 'name')}` +
  `${beginMark('planned')}<i>soon</i>${endMark('planned')}` +
  `${beginMark('riding')}<ol>${beginMark('route')}<li>${fieldMark('school', 'path')}-` +
  `${fieldMark('route', 'name')}</li>${endMark('route')}</ol>${endMark('riding')}</li>` +
  `${endMark('school')}</ul>`;

/** @shows SE13.2 */
describe('the list of schools in a page of the build', () => {
  it('is as long as the portal has schools, each with its own routes', () => {
    const routes = [
      { map: 'a', name: 'Early & late' },
      { map: 'b', name: 'Noon' },
    ];
    expect(fillLists(PATTERN, [school('hm', { routes }), school('nga')])).toBe(
      '<ul><li id="hm">School hm<ol><li>hm-Early &amp; late</li><li>hm-Noon</li></ol></li>' +
        '<li id="nga">School nga<i>soon</i></li></ul>',
    );
  });

  it('is empty without schools, and leaves out those that are not on the home page', () => {
    expect(fillLists(PATTERN, [])).toBe('<ul></ul>');
    expect(fillLists(PATTERN, [school('hm', { is_on_home_page: false })])).toBe('<ul></ul>');
  });

  it('names a mailbox only of a school that has one, with a route on the home page or not', () => {
    const mailbox = `${beginMark('mailed')}<a>${fieldMark('school', 'routes_email')}</a>${endMark('mailed')}`;
    const page = `${beginMark('school')}${mailbox}${endMark('school')}`;
    const schools = [school('hm', { routes_email: 'hm@routes.example' }), school('nga')];
    expect(fillLists(page, schools)).toBe('<a>hm@routes.example</a>');
  });

  it('stands twice in a page, and takes no markup from a name', () => {
    const filled = fillLists(PATTERN + PATTERN, [school('hm', { name: '<b>~school.path~' })]);
    expect(filled.split('&lt;b&gt;~school.path~')).toHaveLength(3);
    expect(filled).not.toContain('<b>');
  });
});

describe('the lines of schools', () => {
  it('have their colors, whatever the case of an address', () =>
    expect(lineStyles([school('Hm'), school('nga', { line_color: '#654321' })])).toBe(
      "[data-line='hm']{--line:#123456}[data-line='nga']{--line:#654321}",
    ));

  it('take nothing that is no color and no address', () =>
    expect(lineStyles([school("x']{}"), school('a', { line_color: 'red;}' })])).toBe(''));
});
