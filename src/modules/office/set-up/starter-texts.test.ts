import { describe, expect, it } from 'vitest';
import { m } from '#i18n/messages.js';
import { plainText } from '#kit/text/plain-text.ts';
import { starterBankTerms, starterText, type StarterFacts } from './starter-texts.ts';
import { TEXT_FIELDS } from './set-up-parts.ts';

const FACTS: StarterFacts = {
  company: 'Cedar & Valley <Buses>',
  school: 'Oakhill School',
  season: '2027–2028 school year',
  dispatch_phone: '914-555-0101',
  main_phone: '914-555-0102',
  email: 'service@cedar-valley.example',
  hours: 'from 5 AM to 6 PM',
};

/** @shows SE11.4 */
describe('a starter text', () => {
  it.each(TEXT_FIELDS)('for the field %s begins with the notice and leaves no blank', (field) => {
    const html = starterText(field, FACTS);
    expect(html.startsWith(`<p>${m.catalog_starter_notice()}</p><`)).toBe(true);
    expect(plainText(html).length).toBeGreaterThan(m.catalog_starter_notice().length + 20);
    expect(html).not.toMatch(/[{}]|undefined/);
  });

  it('has the facts of the company in its blanks, as text and not as HTML', () => {
    const contract = starterText('contract_text', FACTS);
    expect(contract).not.toContain('<Buses>');
    const words = plainText(contract);
    for (const fact of [FACTS.company, FACTS.school, FACTS.season, FACTS.dispatch_phone, FACTS.email])
      expect(words).toContain(fact);
    expect(plainText(starterText('faq', FACTS))).toContain('from 5 AM to 6 PM');
    expect(plainText(starterText('active_msg', FACTS))).toContain(
      'Contracts of Oakhill School for the 2027–2028 school year are open.',
    );
  });

  it('of the bank terms has all that an authorization must name', () => {
    const words = plainText(starterBankTerms(FACTS));
    for (const named of [
      `authorize ${FACTS.company} to debit the bank account named above by its last four digits`,
      'on its date and for its amount',
      'changed amount 10 days after the notice',
      'changed date 7 days after it',
      'returns for lack of funds is tried at most twice more',
      'at any time and at once, by deleting the account under Payment methods',
      FACTS.main_phone,
      FACTS.email,
    ])
      expect(words).toContain(named);
  });
});
