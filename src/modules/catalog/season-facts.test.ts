import { describe, expect, it } from 'vitest';
import { OTHER_LINE } from '#kit/text/line-color.ts';
import { contactOf, schoolNames, schoolsOfPages, seasonFactsOf, type SeasonOfPages } from './season-facts.ts';

const company = {
  name: 'City Bus',
  dispatch_phone: '212-555-0100',
  dispatch_email: 'dispatch@bus.example',
  hiring_email: 'jobs@bus.example',
  customer_service_email: 'office@bus.example',
};
const division = { address_1: '1 Pier', city: 'New York', state: 'NY', zip: '10001' };
const group = { path: 'hm', text: 'Hillmark School (HM)', routes_email: 'hm@bus.example' };

const factsOf = (changes: Partial<SeasonOfPages> = {}) =>
  seasonFactsOf({ company, divisions: [division], ...changes });

describe('what the public pages say of the company', () => {
  it('is its name, phones, mailboxes and the domain of them', () => {
    expect(factsOf()).toMatchObject({
      dispatch_phone: '212-555-0100',
      dispatch_email: 'dispatch@bus.example',
      domain: 'bus.example',
    });
  });

  it('is the address of its first division, in two lines', () => {
    const other = { address_1: '9 Quay', city: 'Albany', state: 'NY', zip: '12207' };
    expect(factsOf({ divisions: [division, other] })).toMatchObject({
      address_1: '1 Pier',
      city_line: 'New York, NY 10001',
    });
  });

  it('is empty before the first season, and never the word undefined', () => {
    const facts = factsOf({ company: undefined, divisions: [] });
    expect(facts).toMatchObject({ dispatch_phone: '', domain: '', address_1: '', city_line: '' });
    expect(JSON.stringify(facts)).not.toMatch(/undefined|null/);
  });

  it('holds nothing of the company but its contact', () => {
    const withMore = { ...company, second_person_above_cents: 50_000 };
    expect(contactOf(withMore)).not.toHaveProperty('second_person_above_cents');
  });
});

const schoolOf = (changes: object = {}, blocks: Parameters<typeof schoolsOfPages>[1] = []) =>
  schoolsOfPages([{ ...group, ...changes }], blocks, ['hm'])[0]!;

describe('what the public pages say of a school', () => {
  it('is its name without the short name in brackets, and the mailbox of its routes', () => {
    expect(schoolOf()).toMatchObject({
      name: 'Hillmark School',
      short_name: 'HM',
      routes_email: 'hm@bus.example',
      building: 'hm',
    });
    expect(schoolOf({ path: 'oak', routes_email: null })).toMatchObject({
      routes_email: '',
      building: 'other',
    });
  });

  /** @shows SE13.1 */
  it('is its color and picture, gray without one', () => {
    expect(schoolOf({ line_color: '#123456', drawing_file: 'content/hm.svg' })).toMatchObject({
      line_color: '#123456',
      drawing_file: 'content/hm.svg',
    });
    expect(schoolOf().line_color).toBe(OTHER_LINE);
  });

  /** @shows SE13.1 */
  it('is each of its active route maps, by the short name', () => {
    const block = {
      key: 'a',
      program_group: 'HM',
      short_name: 'Early',
      helper_text: 'Long',
      is_active: true,
    };
    const blocks = [
      block,
      { ...block, key: 'b', short_name: null },
      { ...block, key: 'c', is_active: false },
      { ...block, key: 'd', program_group: 'oak' },
      { ...block, key: 'e', program_group: null },
    ];
    expect(schoolOf({}, blocks).routes).toEqual([
      { map: 'a', name: 'Early' },
      { map: 'b', name: 'Long' },
    ]);
  });

  it('is its name in the list of the schools on the home page', () => {
    const schools = [
      schoolOf({ text: 'Elm' }),
      schoolOf({ text: 'Oak' }),
      schoolOf({ is_on_home_page: false }),
    ];
    expect(schoolNames(schools)).toBe('Elm and Oak');
    expect([schoolNames(schools.slice(0, 1)), schoolNames([])]).toEqual(['Elm', '']);
  });
});
