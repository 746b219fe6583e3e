import { m } from '#i18n/messages.js';
import { escapeHtml } from '#kit/text/escape-html.ts';
import type { TextField } from './set-up-parts.ts';

/** The blanks of the starter texts. */
export type StarterFacts = {
  /** the name that signs contracts and debits accounts */
  company: string;
  school: string;
  season: string;
  dispatch_phone: string;
  main_phone: string;
  email: string;
  /** when families reach dispatch, in words */
  hours: string;
};

const inTag = (tag: string) => (text: string) => `<${tag}>${escapeHtml(text)}</${tag}>`;
const [title, heading, paragraph] = [inTag('h2'), inTag('h3'), inTag('p')];

const section = (head: string, ...texts: string[]): string => heading(head) + texts.map(paragraph).join('');

type BankFacts = Pick<StarterFacts, 'company' | 'main_phone' | 'email'>;

const bankTerms = (facts: BankFacts): string =>
  [
    paragraph(m.catalog_starter_ach(facts)),
    `<ul>${[m.catalog_starter_ach_each(), m.catalog_starter_ach_notice(), m.catalog_starter_ach_returned()]
      .map(inTag('li'))
      .join('')}</ul>`,
    paragraph(m.catalog_starter_ach_revoke(facts)),
  ].join('');

const contract = (facts: StarterFacts): string =>
  [
    title(m.catalog_starter_contract()),
    section(m.catalog_starter_ride(), m.catalog_starter_ride_text(facts), m.catalog_starter_stops_text()),
    section(m.catalog_starter_payment(), m.catalog_starter_payment_text(), m.catalog_starter_price_text()),
    section(m.catalog_starter_conduct(), m.catalog_starter_conduct_text(facts)),
    section(m.catalog_starter_no_ride(), m.catalog_starter_no_ride_text(facts)),
    section(m.catalog_starter_withdrawal(), m.catalog_starter_withdrawal_text(facts)),
    section(m.catalog_starter_contact(), m.catalog_starter_contact_text(facts)),
  ].join('');

const faq = (facts: StarterFacts): string =>
  [
    section(m.catalog_starter_faq_stop(), m.catalog_starter_faq_stop_answer()),
    section(m.catalog_starter_faq_late(), m.catalog_starter_faq_late_text(facts)),
    section(m.catalog_starter_faq_address(), m.catalog_starter_faq_address_text()),
    section(m.catalog_starter_faq_pay(), m.catalog_starter_faq_pay_text()),
    section(m.catalog_starter_faq_other(), m.catalog_starter_faq_other_text(facts)),
  ].join('');

const TEXTS: Readonly<Record<TextField, (facts: StarterFacts) => string>> = {
  contract_text_intro: (facts) => paragraph(m.catalog_starter_intro(facts)),
  contract_text: contract,
  faq,
  active_msg: (facts) => paragraph(m.catalog_starter_open(facts)),
  inactive_msg: (facts) => paragraph(m.catalog_starter_closed(facts)),
  ach_terms: bankTerms,
};

const withNotice = (html: string): string => paragraph(m.catalog_starter_notice()) + html;

/** The terms of bank debits, which the first form offers while it asks for their facts. */
export const starterBankTerms = (facts: BankFacts): string => withNotice(bankTerms(facts));

/**
 * A first text with the facts in its blanks. The notice before the text holds the publishing until somebody
 * removes the notice.
 * @returns HTML
 * Source: SE11.4
 */
export const starterText = (field: TextField, facts: StarterFacts): string => withNotice(TEXTS[field](facts));
