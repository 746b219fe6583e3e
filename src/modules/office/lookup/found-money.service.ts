import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { dayIn, formatDate } from '#kit/plain-date.ts';
import { pick } from '#kit/pick.ts';
import { shownName } from '#kit/text/full-name.ts';
import { draftCode } from '#modules/orders/printed/draft-code.ts';
import { namesOf } from '#modules/orders/reading/list-names.service.ts';
import { listedPayments, listPaymentDetails } from '#modules/office/lists/payment-list.queries.ts';
import { listedParents, parentSort } from '#modules/office/people/people.queries.ts';
import { inOrderOf, listedPage } from '#platform/db/found-rows.ts';
import { DOT, familyHits, FIRST_HITS, TOTAL, type Looking } from './found-people.service.ts';
import { ofHits, searched, type Found } from './found.ts';
import { HITS_OF_GROUP } from './lookup.contract.ts';
import * as queries from './lookup.queries.ts';

/** The payments by the number of a check, from its begin. */
export async function findChecks({ db, typed }: Looking): Promise<Found> {
  const page = await listedPage(db, listedPayments({ words: [], reference: typed }), {
    place: FIRST_HITS,
    sort: queries.referenceSort(typed),
  });
  const hits = inOrderOf(page.rows, await listPaymentDetails(db, page.rows)).map((payment) => ({
    id: payment.id,
    path: `/admin/orders/${payment.order_id}`,
    title: m.lookup_check({ reference: payment.reference ?? '' }),
    detail: [
      shownName(payment.parent),
      payment.contract_number ?? m.contract_order_id({ id: payment.order_id }),
      formatMoney(payment.amount_cents),
      formatDate(payment.pay_on),
    ].join(DOT),
    is_exact: payment.reference?.toLowerCase() === typed.toLowerCase(),
  }));
  return { ...pick(page, TOTAL), path: searched('/admin/payments', 'reference', typed), hits };
}

/** The families with a card or account of four last digits; many may have the same. */
export async function findMethods(looking: Looking): Promise<Found> {
  const { db, clock, typed } = looking;
  if (!/^\d{4}$/.test(typed)) return ofHits([]);
  const families = listedParents({ words: [], today: clock.today(), last_4: typed });
  const sort = parentSort('name', clock.today());
  const page = await listedPage(db, families, { place: FIRST_HITS, sort });
  const methods = await queries.listMethodsEnding(db, typed, page.rows);
  const hits = (await familyHits(looking, page.rows)).map((family) => ({
    ...family,
    detail: [
      ...methods
        .filter(({ user_id }) => user_id === family.id)
        .map(({ brand }) => m.lookup_method({ brand, last_4: typed })),
      family.detail,
    ].join(DOT),
    is_exact: false,
  }));
  return { ...pick(page, TOTAL), path: searched('/admin/users/parents', 'last_4', typed), hits };
}

/** The printed contract with a whole code; the code goes to the paper desk outside of the address (OF4.6). */
export async function findPapers({ db, clock, catalog, typed }: Looking): Promise<Found> {
  const code = draftCode(typed);
  if (code === undefined) return ofHits([]);
  const names = namesOf(catalog);
  const rows = await queries.listPapersCoded(db, code);
  return ofHits(
    rows.map(({ id, route_id, student, printed_at }) => ({
      id,
      path: '/admin/paper',
      title: code,
      detail: [
        shownName(student),
        names.ofRoute(route_id).line,
        m.lookup_printed({ day: formatDate(dayIn(clock.time_zone, printed_at)) }),
      ].join(DOT),
      is_exact: true,
    })),
  );
}

/** The codes of financial aid, from their begin. */
export async function findAidCodes({ db, catalog, typed }: Looking): Promise<Found> {
  const rows = await queries.listAidCodesBegun(db, typed, HITS_OF_GROUP);
  const hits = rows.flatMap(({ id, code, period_program_id }) => {
    const sold = catalog.period_programs.find((one) => one.id === period_program_id);
    const season = catalog.periods.find((one) => one.id === sold?.period_id);
    const program = catalog.programs.find((one) => one.id === sold?.program_id);
    if (!season || !program) return [];
    return {
      id,
      path: `/admin/seasons/${season.id}?object=aid_code:${id}`,
      title: code,
      detail: [program.text, season.text].join(DOT),
      is_exact: code.toLowerCase() === typed.toLowerCase(),
    };
  });
  return ofHits(hits, rows[0]?.total);
}

/** The award with a whole code. */
export async function findAwards({ db, catalog, typed }: Looking): Promise<Found> {
  const rows = await queries.listAwardsCoded(db, typed.toUpperCase());
  return ofHits(
    rows.map((award) => ({
      id: award.id,
      path: '/admin/awards',
      title: award.code,
      detail: [
        shownName(award),
        ...catalog.program_groups.filter(({ id }) => id === award.program_group_id).map(({ text }) => text),
        ...catalog.periods.filter(({ id }) => id === award.period_id).map(({ text }) => text),
      ].join(DOT),
      is_exact: true,
    })),
  );
}
