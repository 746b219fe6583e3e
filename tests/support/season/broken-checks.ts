import { m } from '#i18n/messages.js';
import type { CheckFacts } from '#modules/catalog/checks/check.ts';
import type { CheckCode } from '#modules/catalog/checks/check.states.ts';
import { SEASON, type Edit } from './calm-season.ts';

type Case = { breaks: Edit[]; mends: Edit[]; says: string; without?: string; known?: Partial<CheckFacts> };

const NOTICE = `<p>${m.catalog_starter_notice()}</p><p>Harborline transports.</p>`;
const ROUND = 'Hillmark, Lower · Round trip';

/** How each check is broken and mended, and what it says. */
export const CASES: Readonly<Record<CheckCode, Case>> = {
  no_term: {
    breaks: [['payment_term', 5, { thru_dt: '2027-07-31' }]],
    mends: [['payment_term', 5, { thru_dt: '2027-09-05' }]],
    says: 'Hillmark, Lower · Morning: nothing can be chosen from 08/01/2027 to 09/05/2027.',
  },
  terms_ended: {
    breaks: [['payment_term', 5, { thru_dt: '2027-03-31' }]],
    mends: [['payment_term', 5, { thru_dt: null }]],
    says: 'Hillmark, Lower · Morning: every term has ended.',
  },
  no_contract_text: {
    breaks: [['period_program', SEASON, { contract_text: '<p> </p>' }]],
    mends: [['period_program', SEASON, { contract_text: '<p>We drive.</p>' }]],
    says: 'Hillmark, Lower: there is no contract text.',
  },
  starter_text: {
    breaks: [['period_program', SEASON, { contract_text: NOTICE }]],
    mends: [['period_program', SEASON, { contract_text: '<p>Harborline transports.</p>' }]],
    says: 'Hillmark, Lower · Contract: still the starter text, which is no legal advice.',
  },
  no_ach_terms: {
    breaks: [['division', 1, { ach_terms: null }]],
    mends: [['program', 1, { ach_terms: '<p>I authorize.</p>' }]],
    says: 'Hillmark, Lower: there are no terms for bank debits.',
  },
  schedule_passed: {
    breaks: [['payment_term', 4, { scheduled_dt: '2027-03-31' }]],
    mends: [['payment_term', 4, { scheduled_dt: '2027-08-15' }]],
    says:
      `${ROUND} · Three payments: the second payment's day, 03/31/2027, has passed; ` +
      'who signs now pays it tomorrow.',
  },
  schedule_after_end: {
    breaks: [['payment_term', 4, { scheduled_dt: '2028-05-31' }]],
    mends: [['payment_term', 4, { scheduled_dt: '2028-05-20' }]],
    says:
      `${ROUND} · Three payments: the last payment falls due on 06/30/2028, ` +
      'after the school year has ended.',
  },
  early_dearer: {
    breaks: [['payment_term', 2, { deposit_cents: 410_000 }]],
    mends: [['payment_term', 2, { deposit_cents: 400_000 }]],
    says: `${ROUND}: "Early" costs $4,100.00 and ends before "Full", which costs $4,000.00.`,
    without: `${ROUND}: "Early" ends before "Full" and costs more.`,
  },
  instalments_cheaper: {
    breaks: [['payment_term', 4, { deposit_cents: 110_000 }]],
    mends: [['payment_term', 4, { thru_dt: '2027-05-31' }]],
    says: `${ROUND}: paying in 3 payments costs $3,900.00, less than $4,000.00 in full.`,
    without: `${ROUND}: paying in 3 payments costs less than paying in full.`,
  },
  surge_general: {
    breaks: [['route', 2, { has_surge_pricing: true }]],
    mends: [['route', 2, { surge_pricing_text: '<p>I agree.</p>' }]],
    says: `${ROUND}: surge pricing has no text of its own; families accept the general one.`,
  },
  addon_free: {
    breaks: [['addon', 1, { amount_cents: 0 }]],
    mends: [['addon', 1, { is_active: false }]],
    says: `${ROUND} · late-bus: costs nothing.`,
  },
  aid_without_code: {
    breaks: [['aid_code', 1, { expires_on: '2027-03-31' }]],
    mends: [['aid_code', 1, { expires_on: '2027-04-01' }]],
    says: 'Hillmark, Lower: takes financial aid, but has no code and no award.',
  },
  aid_balance_late: {
    breaks: [['period', SEASON, { aid_balance_due_dt: '2028-06-21' }]],
    mends: [['period', SEASON, { aid_balance_due_dt: '2028-06-20' }]],
    says: 'The aid balance falls due on 06/21/2028, after the school year has ended.',
  },
  full: {
    breaks: [['route', 2, { seats_taken: 40 }]],
    mends: [['route', 2, { capacity: 41 }]],
    known: { waiting: new Map([[2, 3]]) },
    says: `${ROUND}: full, 3 children wait.`,
  },
  no_message: {
    breaks: [['period_group', SEASON, { active_msg: null }]],
    mends: [['period_group', SEASON, { active_msg: '<p>Come in.</p>' }]],
    says: 'Hillmark: its page has no message while contracts are sold.',
  },
  file_missing: {
    breaks: [['content_block', 1, { content: 'content/gone.svg' }]],
    mends: [['content_block', 1, { content: 'content/hm.svg' }]],
    known: { missing_files: new Set(['content/gone.svg']) },
    says: 'content/gone.svg of hm is not in the store.',
  },
  old_file: {
    breaks: [
      ['period', SEASON, { rolled_from_id: 1 }],
      ['printable', 1, { file_name: 'hm-2026.pdf' }],
    ],
    mends: [['printable', 1, { file_name: 'hm.pdf' }]],
    says: 'Hillmark · To print: hm-2026.pdf is last year’s file.',
  },
  no_grades: {
    breaks: [['grade', 1, { is_active: false }]],
    mends: [['grade', 1, { is_active: true }]],
    says: 'Hillmark, Lower: has no grades.',
  },
  no_first_day: {
    breaks: [['period', SEASON, { first_day_of_school: null }]],
    mends: [['period_group', SEASON, { first_day_of_school: '2027-09-07' }]],
    says: 'Hillmark: no first day of school, so no route information goes out.',
  },
  other_year: {
    breaks: [['period_program', SEASON, { faq: '<p>For 2026–2027 only.</p>' }]],
    mends: [['period_program', SEASON, { faq: '<p>For 2027–28 only.</p>' }]],
    says: 'Hillmark, Lower · Questions and answers: says "2026–2027", but the school year is 2027–2028.',
  },
  above_cap: {
    breaks: [['surcharge', 1, { amount_percentage_milli_percent: 3500 }]],
    mends: [['surcharge', 1, { amount_percentage_milli_percent: 3000 }]],
    says: 'Hillmark, Lower · Card fee: 3.5 % is above the cap of 3 %; cards pay 3 %.',
    without: 'Hillmark, Lower · Card fee: above the cap of card fees; cards pay the cap.',
  },
  never_opens: {
    breaks: [['period_group', SEASON, { is_active: false }]],
    mends: [['period_group', SEASON, { is_active: true }]],
    says: 'Hillmark: has no opening hour and is not selling.',
  },
  no_home_map: {
    breaks: [['content_block', 1, { program_group_id: null }]],
    mends: [['program_group', 1, { drawing_file: 'content/hm-building.svg' }]],
    says: 'Hillmark: is on the home page without a map or drawing.',
  },
  sibling_differs: {
    breaks: [['discount', 2, { amount_flat_cents: null, amount_percentage_milli_percent: 7500 }]],
    mends: [['discount', 2, { amount_flat_cents: 25_000 }]],
    says: 'Hillmark: Lower · Round trip gives siblings $250.00, Lower · Morning gives 7.5 %.',
    without: 'Hillmark: Lower · Round trip gives siblings another discount than Lower · Morning.',
  },
  price_outlier: {
    breaks: [['payment_term', 1, { deposit_cents: 300_000 }]],
    mends: [['payment_term', 1, { deposit_cents: 320_000 }]],
    says: `${ROUND} · Full: $4,000.00 is 33 % away from the same term of last year.`,
    without: `${ROUND} · Full: 33 % away from the same term of last year.`,
  },
};
