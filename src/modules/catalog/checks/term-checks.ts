import { m } from '#i18n/messages.js';
import { cents, formatMoney, sum, times, type Cents } from '#kit/money.ts';
import { addDays, addMonthsClamped, formatDate, type PlainDate } from '#kit/plain-date.ts';
import { hasEnded } from '#modules/catalog/term-days.ts';
import { routesIn, subjectOf, type FindChecks, type FoundCheck, type Mend } from './check.ts';
import type { RouteView, SeasonView, TermFacts } from './season-view.ts';
import { firstGap, isOpenOn, offeredTerms, sellingTime } from './selling-time.ts';

/** Without a term that ends before a day, a new one is added. */
function mendTerms({ route }: RouteView, terms: readonly TermFacts[], day: PlainDate): Mend {
  const ended = terms.filter(({ thru_dt }) => thru_dt !== null && thru_dt < day);
  const last = ended.toSorted((a, b) => b.thru_dt!.localeCompare(a.thru_dt!))[0];
  return last
    ? { kind: 'payment_term', id: last.id, field: 'thru_dt' }
    : { kind: 'payment_term', parent: route.id, field: 'name' };
}

/** CK1 */
export const noTerm: FindChecks = (season, { today }) =>
  routesIn(season).flatMap(({ school, line }): FoundCheck[] => {
    const days = sellingTime(season, school, today);
    const terms = offeredTerms(line.terms);
    const gap = days && firstGap(terms, days);
    if (!gap) return [];
    const [from, thru] = [formatDate(gap.from), formatDate(gap.thru)];
    const text = m.catalog_check_no_term({ route: line.name, from, thru });
    const subject = subjectOf('route', line.route, line.name);
    return [{ subject, field: null, mend: mendTerms(line, terms, gap.from), text }];
  });

/** CK2 */
export const termsEnded: FindChecks = (season, { today }) =>
  routesIn(season).flatMap(({ line }): FoundCheck[] => {
    const terms = offeredTerms(line.terms);
    if (terms.length === 0 || !terms.every((term) => hasEnded(term, today))) return [];
    const text = m.catalog_check_terms_ended({ route: line.name });
    const subject = subjectOf('route', line.route, line.name);
    return [{ subject, field: null, mend: mendTerms(line, terms, today), text }];
  });

/** What families can still choose, with the route of each. */
const choosable = (season: SeasonView, today: PlainDate): { line: RouteView; term: TermFacts }[] =>
  routesIn(season).flatMap(({ line }) =>
    offeredTerms(line.terms)
      .filter((term) => !hasEnded(term, today))
      .map((term) => ({ line, term })),
  );

const isScheduled = ({ scheduled_type_id }: SeasonView, term: TermFacts) =>
  term.payment_term_type_id === scheduled_type_id && term.number_payments > 1;

const nameOf = (line: RouteView, term: TermFacts) => `${line.name} · ${term.name}`;

/** CK6; on the day itself, the payment moves to tomorrow too (T6). */
export const schedulePassed: FindChecks = (season, { today }) =>
  choosable(season, today).flatMap(({ line, term }): FoundCheck[] => {
    const { scheduled_dt } = term;
    if (!isScheduled(season, term) || scheduled_dt === null || scheduled_dt >= today) return [];
    const told = { route: line.name, term: term.name, day: formatDate(scheduled_dt) };
    const text = m.catalog_check_schedule_passed(told);
    return [{ subject: subjectOf('payment_term', term, nameOf(line, term)), field: 'scheduled_dt', text }];
  });

/** CK7 */
export const scheduleAfterEnd: FindChecks = (season, { today }) =>
  choosable(season, today).flatMap(({ line, term }): FoundCheck[] => {
    const { scheduled_dt, number_payments } = term;
    if (!isScheduled(season, term) || scheduled_dt === null) return [];
    const last = addMonthsClamped(scheduled_dt, number_payments - 2);
    if (last <= season.period.ends_on) return [];
    const told = { route: line.name, term: term.name, day: formatDate(last) };
    const text = m.catalog_check_schedule_after_end(told);
    return [{ subject: subjectOf('payment_term', term, nameOf(line, term)), field: 'scheduled_dt', text }];
  });

const totalOf = ({ deposit_cents, amount_cents, number_payments }: TermFacts): Cents =>
  sum([deposit_cents, times(amount_cents, number_payments - 1)]);

const isOfSameWay = (a: TermFacts, b: TermFacts) =>
  a.payment_term_type_id === b.payment_term_type_id && a.number_payments === b.number_payments;

const endsBefore = ({ thru_dt }: TermFacts, other: TermFacts) =>
  thru_dt !== null && (other.thru_dt === null || thru_dt < other.thru_dt);

/** CK8, for terms that are paid the same way */
export const earlyDearer: FindChecks = (season, { today }) =>
  choosable(season, today).flatMap(({ line, term: early }): FoundCheck[] => {
    const late = offeredTerms(line.terms).find(
      (other) => isOfSameWay(early, other) && endsBefore(early, other) && totalOf(other) < totalOf(early),
    );
    if (!late) return [];
    const names = { route: line.name, early: early.name, late: late.name };
    const [x, y] = [formatMoney(totalOf(early)), formatMoney(totalOf(late))];
    return [
      {
        subject: subjectOf('payment_term', early, nameOf(line, early)),
        field: 'deposit',
        text: m.catalog_check_early_dearer({ ...names, x, y }),
        text_without_money: m.catalog_check_early_dearer_plain(names),
      },
    ];
  });

/** The least that paying in full costs on a day; undefined while nobody can pay in full. */
function fullPriceOn(terms: readonly TermFacts[], day: PlainDate): Cents | undefined {
  const totals = terms.filter((term) => isOpenOn(term, day)).map(totalOf);
  return totals.length > 0 ? cents(Math.min(...totals)) : undefined;
}

/** CK9, on any day on which both can be chosen */
export const instalmentsCheaper: FindChecks = (season, { today }) =>
  choosable(season, today).flatMap(({ line, term }): FoundCheck[] => {
    if (term.number_payments === 1) return [];
    const inFull = offeredTerms(line.terms).filter(({ number_payments }) => number_payments === 1);
    // A price in full changes only on the day on which a term begins, or after its last day.
    const days = [today, term.from_dt, ...inFull.flatMap(changesOf)].filter(
      (day) => day !== null && day >= today && isOpenOn(term, day),
    );
    const total = totalOf(term);
    const [dearer] = days
      .map((day) => fullPriceOn(inFull, day!))
      .filter((price) => price !== undefined && price > total);
    if (dearer === undefined) return [];
    const told = { route: line.name, n: term.number_payments };
    const [x, y] = [formatMoney(total), formatMoney(dearer)];
    return [
      {
        subject: subjectOf('payment_term', term, nameOf(line, term)),
        field: 'amount',
        text: m.catalog_check_instalments_cheaper({ ...told, x, y }),
        text_without_money: m.catalog_check_instalments_cheaper_plain(told),
      },
    ];
  });

const changesOf = ({ from_dt, thru_dt }: TermFacts): (PlainDate | null)[] => [
  from_dt,
  thru_dt && addDays(thru_dt, 1),
];

const OUTLIER_PERCENT = 25;

/** CK24, by school and program, and the names of route and term */
export const priceOutlier: FindChecks = (season, { today }) => {
  const keyOf = (program_id: number, line: RouteView, term: TermFacts) =>
    JSON.stringify([program_id, line.route.name, term.name]);
  const before = new Map<string, Cents>();
  for (const { programs } of season.before?.schools ?? [])
    for (const { sold, routes } of programs)
      for (const line of routes)
        for (const term of line.terms) before.set(keyOf(sold.program_id, line, term), totalOf(term));
  return routesIn(season).flatMap(({ program, line }) =>
    offeredTerms(line.terms)
      .filter((term) => !hasEnded(term, today))
      .flatMap((term): FoundCheck[] => {
        const [was, is] = [before.get(keyOf(program.sold.program_id, line, term)), totalOf(term)];
        const p = was ? Math.round((Math.abs(is - was) / was) * 100) : 0;
        if (!was || Math.abs(is - was) * 100 <= was * OUTLIER_PERCENT) return [];
        const told = { route: line.name, term: term.name, p };
        return [
          {
            subject: subjectOf('payment_term', term, nameOf(line, term)),
            field: 'deposit',
            text: m.catalog_check_price_outlier({ ...told, x: formatMoney(is) }),
            text_without_money: m.catalog_check_price_outlier_plain(told),
          },
        ];
      }),
  );
};
