import { describe, expect, it } from 'vitest';
import { contactOf, seasonFactsOf, type SeasonOfPages } from './season-facts.ts';

const company = {
  name: 'City Bus',
  dispatch_phone: '212-555-0100',
  dispatch_email: 'dispatch@bus.example',
  hiring_email: 'jobs@bus.example',
  customer_service_email: 'office@bus.example',
};
const division = { address_1: '1 Pier', city: 'New York', state: 'NY', zip: '10001' };
const group = { path: 'hm', text: 'Hillmark School (HM)', routes_email: 'hm@bus.example' };

const factsOf = (changes: Partial<SeasonOfPages> = {}, schools = [{ path: 'hm' }]) =>
  seasonFactsOf({ company, divisions: [division], program_groups: [group], ...changes }, schools);

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
    const facts = factsOf({ company: undefined, divisions: [], program_groups: [] });
    expect(facts).toMatchObject({ dispatch_phone: '', domain: '', address_1: '', city_line: '' });
    expect(JSON.stringify(facts)).not.toMatch(/undefined|null/);
  });

  it('holds nothing of the company but its contact', () => {
    const withMore = { ...company, second_person_above_cents: 50_000 };
    expect(contactOf(withMore)).not.toHaveProperty('second_person_above_cents');
  });
});

describe('what the public pages say of a school', () => {
  it('is its name without the short name in brackets, and the mailbox of its routes', () => {
    expect(factsOf()).toMatchObject({
      'school.hm.name': 'Hillmark School',
      'school.hm.routes_email': 'hm@bus.example',
    });
  });

  it('is found in whatever case the season writes its path', () => {
    const facts = factsOf({ program_groups: [{ ...group, path: 'HM' }] });
    expect(facts['school.hm.name']).toBe('Hillmark School');
  });

  it('is its short name while the season does not have it, with no mailbox', () => {
    expect(factsOf({ program_groups: [] })).toMatchObject({
      'school.hm.name': 'HM',
      'school.hm.routes_email': '',
    });
    const facts = factsOf({ program_groups: [{ ...group, routes_email: null }] });
    expect(facts['school.hm.routes_email']).toBe('');
  });
});
