import { m } from '#i18n/messages.js';
import { plainText } from '#kit/text/plain-text.ts';
import { objectFieldLabel } from '#modules/catalog/objects/object-labels.ts';
import { hoursAt } from '#modules/catalog/opening.ts';
import {
  programsIn,
  routesIn,
  subjectOf,
  type CheckSubject,
  type FindChecks,
  type FoundCheck,
} from './check.ts';
import type { PeriodFacts, ProgramView, SchoolView, SeasonView } from './season-view.ts';

const isBlank = (html: string | null) => html === null || plainText(html) === '';

const ofSold = ({ sold, name }: ProgramView) => subjectOf('period_program', sold, name);
const ofSchool = ({ in_season, name }: SchoolView) => subjectOf('period_group', in_season, name);

/** CK3 */
export const noContractText: FindChecks = (season) =>
  programsIn(season)
    .filter(({ program }) => isBlank(program.sold.contract_text))
    .map(({ program }) => ({
      subject: ofSold(program),
      field: 'contract_text',
      text: m.catalog_check_no_contract_text({ program: program.name }),
    }));

/** CK5; a program without terms of its own has those of its division. */
export const noAchTerms: FindChecks = (season) =>
  programsIn(season)
    .filter(({ school, program }) => isBlank(program.program.ach_terms) && isBlank(school.division.ach_terms))
    .map(({ program }) => ({
      subject: subjectOf('program', program.program, program.name),
      field: 'ach_terms',
      text: m.catalog_check_no_ach_terms({ program: program.name }),
    }));

/** CK10 */
export const surgeGeneral: FindChecks = (season) =>
  routesIn(season)
    .filter(({ line: { route } }) => route.has_surge_pricing && isBlank(route.surge_pricing_text))
    .map(({ line }) => ({
      subject: subjectOf('route', line.route, line.name),
      field: 'surge_pricing_text',
      text: m.catalog_check_surge_general({ route: line.name }),
    }));

/** CK15 */
export const noMessage: FindChecks = (season, { now }) =>
  season.schools.flatMap((school): FoundCheck[] => {
    const { is_active, active_msg, inactive_msg } = school.in_season;
    const sells = is_active && hoursAt(school.in_season, now) === 'open';
    if (!isBlank(sells ? active_msg : inactive_msg)) return [];
    const told = { school: school.name };
    const text = sells ? m.catalog_check_no_message_sold(told) : m.catalog_check_no_message_not_sold(told);
    return [{ subject: ofSchool(school), field: sells ? 'active_msg' : 'inactive_msg', text }];
  });

/** A text for families, with the object and the field of the text. */
type ShownText = { subject: CheckSubject; field: string; text: string };

function textsIn(subject: CheckSubject, row: object, fields: readonly string[]): ShownText[] {
  return fields.flatMap((field) => {
    const value = (row as Record<string, unknown>)[field];
    return typeof value === 'string' && !isBlank(value) ? [{ subject, field, text: plainText(value) }] : [];
  });
}

/** The long texts, which a set-up may have begun with starter texts. */
function longTexts(season: SeasonView): ShownText[] {
  const divisions = new Map(season.schools.map(({ division }) => [division.id, division]));
  return [
    ...[...divisions.values()].flatMap((division) =>
      textsIn(subjectOf('division', division, division.company_name), division, ['ach_terms']),
    ),
    ...season.schools.flatMap((school) =>
      textsIn(ofSchool(school), school.in_season, ['active_msg', 'inactive_msg']),
    ),
    ...programsIn(season).flatMap(({ program }) => [
      ...textsIn(subjectOf('program', program.program, program.name), program.program, ['ach_terms']),
      ...textsIn(ofSold(program), program.sold, ['contract_text_intro', 'contract_text', 'faq']),
    ]),
  ];
}

/** The names and short texts, which a roll-over takes over as they are. */
const shortTexts = (season: SeasonView): ShownText[] => [
  ...season.schools.flatMap(({ printables, name }) =>
    printables.flatMap((one) => textsIn(subjectOf('printable', one, `${name} · ${one.name}`), one, ['name'])),
  ),
  ...routesIn(season).flatMap(({ line: { route, terms, addons, name } }) => [
    ...textsIn(subjectOf('route', route, name), route, [
      'name',
      'text_before',
      'text_after',
      'surge_pricing_text',
    ]),
    ...terms.flatMap((term) =>
      textsIn(subjectOf('payment_term', term, `${name} · ${term.name}`), term, ['name', 'prefix_text']),
    ),
    ...addons.flatMap((addon) =>
      textsIn(subjectOf('addon', addon, `${name} · ${addon.name}`), addon, ['text']),
    ),
  ]),
];

/** CK4; each starter text begins with the notice, until somebody removes the notice. */
export const starterText: FindChecks = (season) =>
  longTexts(season)
    .filter(({ text }) => text.includes(m.catalog_starter_notice()))
    .map(({ subject, field }) => {
      const told = { what: subject.name, field: objectFieldLabel([field]) };
      return { subject, field, text: m.catalog_check_starter_text(told) };
    });

// A year, or a school year: 2027, 2027–2028, 2027-28, 2027/28.
const YEAR = /(?<![\d.$])(20\d\d)(?:\s?[-–/]\s?(?:20)?(\d\d))?(?![\d%])/g;

/** Years farther away are those of laws and of the company. */
const YEARS_NEAR = 3;

function yearsOf({ name, text, starts_on, ends_on }: PeriodFacts): { first: number; last: number } {
  const named = [...`${name} ${text}`.matchAll(/20\d\d/g)].map(([year]) => Number(year));
  const years = named.length > 0 ? named : [starts_on, ends_on].map((day) => Number(day.slice(0, 4)));
  return { first: Math.min(...years), last: Math.max(...years) };
}

/** The first year in a text that is near the season and not of the season. */
function otherYearIn(text: string, period: PeriodFacts): string | undefined {
  const { first, last } = yearsOf(period);
  for (const [found, year, end] of text.matchAll(YEAR)) {
    const [from, thru] = [Number(year), end ? 2000 + Number(end) : Number(year)];
    // `2027-09` and `2027-14` are no school years.
    const years = thru === from + 1 ? [from, thru] : [from];
    const isNear = from >= first - YEARS_NEAR && from <= last + YEARS_NEAR;
    if (isNear && years.some((one) => one < first || one > last)) return found.trim();
  }
  return undefined;
}

/** CK19 */
export const otherYear: FindChecks = (season) =>
  [...longTexts(season), ...shortTexts(season)].flatMap(({ subject, field, text }): FoundCheck[] => {
    const found = otherYearIn(text, season.period);
    if (!found) return [];
    const where = `${subject.name} · ${objectFieldLabel([field])}`;
    const { first, last } = yearsOf(season.period);
    const years = first === last ? String(first) : `${first}–${last}`;
    const told = { where, found, years };
    return [{ subject, field, text: m.catalog_check_other_year(told) }];
  });
