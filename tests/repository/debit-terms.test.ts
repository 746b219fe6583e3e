import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

type Terms = { ach_terms?: string | null };
type Season = {
  company: { customer_service_email: string };
  divisions: ({ key: string; company_name: string; phone_main: string } & Terms)[];
  program_groups: { division: string; programs: ({ name: string } & Terms)[] }[];
};

const ROOT = join(import.meta.dirname, '../..');
const seasonOf = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Season;

/** Each text of a season with the division that debits by it. */
function textsOf({ divisions, program_groups }: Season) {
  const ofSchools = program_groups.flatMap(({ division, programs }) =>
    programs.map(({ name, ach_terms }) => ({
      name,
      ach_terms,
      division: divisions.find(({ key }) => key === division)!,
    })),
  );
  return [...divisions.map((division) => ({ name: division.key, division, ...division })), ...ofSchools]
    .filter(({ ach_terms }) => ach_terms)
    .map(({ name, ach_terms, division }) => ({ name, words: ach_terms!.replace(/<[^>]+>/g, ' '), division }));
}

const seasons = ['src/db/demo/season.json', 'tests/support/second-company/season.json'];

describe.each(seasons)('each text by which an account is debited, in %s', (file) => {
  const season = seasonOf(file);
  describe.each(textsOf(season))('$name', ({ words, division }) => {
    /** @shows S27.1 */
    it('names the company that debits, and the account by its last four digits', () => {
      expect(words).toContain(`authorize ${division.company_name} to debit`);
      expect(words).toContain('the bank account named above by its last four digits');
    });

    it('names each payment of the schedule, on its date and for its amount', () => {
      expect(words).toMatch(/each payment .* on its date and for its amount/);
    });

    it('says with what notice a sum or a day changes', () => {
      expect(words).toContain('changed amount 10 days after the notice');
      expect(words).toContain('changed date 7 days after it');
    });

    it('says that a debit that is returned may be tried twice more', () => {
      expect(words).toContain('returns for lack of funds is tried at most twice more');
    });

    /** @shows S27.1 */
    it('says how to take it back at once, by phone and email too', () => {
      expect(words).toContain('at any time and at once');
      expect(words).toContain('by deleting the account under Payment methods');
      expect(words).toContain(division.phone_main);
      expect(words).toContain(season.company.customer_service_email);
    });
  });
});
