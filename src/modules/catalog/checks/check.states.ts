/** `stop` keeps a season from being published and a school from being opened (SE6.2). */
export const CHECK_SEVERITIES = ['stop', 'money', 'look'] as const;
export type CheckSeverity = (typeof CHECK_SEVERITIES)[number];

/** The codes in their order, with their severities (SE6.2). */
export const SEVERITY_OF_CHECK = {
  no_term: 'stop',
  terms_ended: 'money',
  no_contract_text: 'stop',
  starter_text: 'stop',
  no_ach_terms: 'stop',
  schedule_passed: 'look',
  schedule_after_end: 'money',
  early_dearer: 'money',
  instalments_cheaper: 'money',
  surge_general: 'look',
  addon_free: 'look',
  aid_without_code: 'look',
  aid_balance_late: 'money',
  full: 'look',
  no_message: 'look',
  file_missing: 'stop',
  old_file: 'look',
  no_grades: 'look',
  no_first_day: 'look',
  other_year: 'look',
  above_cap: 'money',
  never_opens: 'look',
  no_home_map: 'look',
  sibling_differs: 'look',
  price_outlier: 'look',
} as const satisfies Readonly<Record<string, CheckSeverity>>;
export type CheckCode = keyof typeof SEVERITY_OF_CHECK;

export const CHECK_CODES = Object.keys(SEVERITY_OF_CHECK) as [CheckCode, ...CheckCode[]];
