import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { company, schools } from '#app/company/company.ts';

type Season = {
  company: Record<string, string>;
  divisions: { address_1: string; city: string; state: string; zip: string }[];
  program_groups: { path: string; text: string; routes_email: string }[];
};

const season = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../src/db/demo/season.json'), 'utf8'),
) as Season;

describe('the finished pages', () => {
  it('name the phone, the mailboxes and the address that the demo season has', () => {
    const { dispatch_phone, dispatch_email, hiring_email, customer_service_email } = season.company;
    expect(company).toMatchObject({ dispatch_phone, dispatch_email, hiring_email, customer_service_email });
    const [division] = season.divisions;
    expect([company.address_1, company.city_line]).toEqual([
      division?.address_1,
      `${division?.city}, ${division?.state} ${division?.zip}`,
    ]);
  });

  it('name the schools and their routes teams that the demo season has', () => {
    const ofSeason = season.program_groups.map(({ path, text, routes_email }) => ({
      path,
      name: text.replace(/ \(.*$/, ''),
      routes_email,
    }));
    expect(schools).toEqual(ofSeason);
  });
});
