import { objectOf } from '#modules/catalog/objects/catalog-objects.ts';
import { hasFormat } from '#modules/catalog/objects/object.ts';
import { textAddress } from '#modules/catalog/text-address.ts';
import { type Check, type CheckFacts, type CheckSubject, type FindChecks, type Mend } from './check.ts';
import { CHECK_CODES, SEVERITY_OF_CHECK, type CheckCode } from './check.states.ts';
import * as ofSchools from './school-checks.ts';
import type { SeasonView } from './season-view.ts';
import * as ofTerms from './term-checks.ts';
import * as ofTexts from './text-checks.ts';

const FINDERS: Readonly<Record<CheckCode, FindChecks>> = {
  no_term: ofTerms.noTerm,
  terms_ended: ofTerms.termsEnded,
  no_contract_text: ofTexts.noContractText,
  starter_text: ofTexts.starterText,
  no_ach_terms: ofTexts.noAchTerms,
  schedule_passed: ofTerms.schedulePassed,
  schedule_after_end: ofTerms.scheduleAfterEnd,
  early_dearer: ofTerms.earlyDearer,
  instalments_cheaper: ofTerms.instalmentsCheaper,
  surge_general: ofTexts.surgeGeneral,
  addon_free: ofSchools.addonFree,
  aid_without_code: ofSchools.aidWithoutCode,
  aid_balance_late: ofSchools.aidBalanceLate,
  full: ofSchools.full,
  no_message: ofTexts.noMessage,
  file_missing: ofSchools.fileMissing,
  old_file: ofSchools.oldFile,
  no_grades: ofSchools.noGrades,
  no_first_day: ofSchools.noFirstDay,
  other_year: ofTexts.otherYear,
  above_cap: ofSchools.aboveCap,
  never_opens: ofSchools.neverOpens,
  no_home_map: ofSchools.noHomeMap,
  sibling_differs: ofSchools.siblingDiffers,
  price_outlier: ofTerms.priceOutlier,
};

const STOPS = CHECK_CODES.filter((code) => SEVERITY_OF_CHECK[code] === 'stop');

const find = (codes: readonly CheckCode[], season: SeasonView, facts: CheckFacts): Check[] =>
  codes.flatMap((code) => FINDERS[code](season, facts).map((found) => ({ ...found, code })));

/** All checks of a season in the order of their codes; none of a season that has ended (SE6.1). */
export const checksOf = (season: SeasonView, facts: CheckFacts): Check[] =>
  season.period.ends_on < facts.today ? [] : find(CHECK_CODES, season, facts);

export type FactsOfStops = Omit<CheckFacts, 'waiting' | 'awarded' | 'drawn'>;

/** What keeps a season from being published and a school from being opened (SE6.2). */
export const stopsOf = (season: SeasonView, facts: FactsOfStops): Check[] =>
  season.period.ends_on < facts.today
    ? []
    : find(STOPS, season, { ...facts, waiting: new Map(), awarded: new Set(), drawn: new Set() });

/** Objects of the company and of its schools have pages of their own. */
const PAGES: Partial<Record<CheckSubject['kind'], string>> = {
  company: '/admin/company',
  division: '/admin/company',
  program_group: '/admin/schools',
  program: '/admin/schools',
  grade: '/admin/schools',
};

/**
 * The page with the object opened, or of a long text, which has a page of its own; `field` names the field to
 * begin with.
 */
export function mendPath(period_id: number, check: Pick<Check, 'subject' | 'field' | 'mend'>): string {
  const { subject, field: own } = check;
  const mend: Partial<Mend> & Pick<Mend, 'kind'> = check.mend ?? {
    kind: subject.kind,
    id: subject.id,
    field: own ?? undefined,
  };
  const { kind, id, parent, field, page = PAGES[kind] ?? `/admin/seasons/${period_id}` } = mend;
  if (id !== undefined && field && hasFormat(objectOf(kind), field, 'html'))
    return textAddress({ field, kind, id });
  const query = new URLSearchParams({
    object: `${kind}:${id ?? 'new'}`,
    ...(parent !== undefined && { parent: String(parent) }),
    ...(field && { field }),
  });
  return `${page}?${query.toString().replaceAll('%3A', ':')}`;
}
