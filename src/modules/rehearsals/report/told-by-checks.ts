import type { CheckCode } from '#modules/catalog/checks/check.states.ts';

/** The checks of a season that tell, before the sale, why families cannot buy (RP5.4). */
const TELLING: Readonly<Record<string, readonly CheckCode[]>> = {
  no_term: ['no_term'],
  terms_ended: ['terms_ended'],
  term_opens: ['terms_ended'],
  term_no_longer_available: ['terms_ended'],
  school_off: ['never_opens'],
  school_opens: ['never_opens'],
  school_closed: ['never_opens'],
  program_off: ['never_opens'],
  route_full: ['full'],
  aid_without_code: ['aid_without_code'],
  aid_code_invalid: ['aid_without_code'],
  text_stale: ['no_contract_text', 'no_ach_terms'],
  surge_not_accepted: ['surge_general'],
};

export const checksAbout = (why: string): readonly CheckCode[] => TELLING[why] ?? [];
