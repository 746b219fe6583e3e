import { m } from '#i18n/messages.js';
import { formatMoney, toPercent, type Cents, type MilliPercent } from '#kit/money.ts';
import { formatDate } from '#kit/plain-date.ts';
import {
  contractPdfKey,
  isStoredContent,
  printableContractKey,
  shownFileName,
} from '#modules/catalog/stored-files.ts';
import {
  programsIn,
  routesIn,
  subjectOf,
  type CheckSubject,
  type FindChecks,
  type FoundCheck,
} from './check.ts';
import type { SeasonView } from './season-view.ts';

/** CK11 */
export const addonFree: FindChecks = (season) =>
  routesIn(season).flatMap(({ line }) =>
    line.addons
      .filter(({ amount_cents }) => amount_cents === 0)
      .map((addon) => ({
        subject: subjectOf('addon', addon, `${line.name} · ${addon.name}`),
        field: 'amount',
        text: m.catalog_check_addon_free({ route: line.name, addon: addon.name }),
      })),
  );

/** CK12 */
export const aidWithoutCode: FindChecks = (season, { today, awarded }) =>
  programsIn(season)
    .filter(({ school: { group }, program: { sold, codes } }) => {
      const usable = codes.some(({ expires_on }) => expires_on === null || expires_on >= today);
      return sold.accept_financial_aid && !usable && !awarded.has(group.id);
    })
    .map(({ program }) => ({
      subject: subjectOf('period_program', program.sold, program.name),
      field: 'accept_financial_aid',
      text: m.catalog_check_aid_without_code({ program: program.name }),
    }));

/** CK13 */
export const aidBalanceLate: FindChecks = ({ period }) => {
  const { aid_balance_due_dt: day, ends_on } = period;
  if (day === null || day <= ends_on) return [];
  const text = m.catalog_check_aid_balance_late({ day: formatDate(day) });
  return [{ subject: subjectOf('period', period, period.text), field: 'aid_balance_due_dt', text }];
};

type Seats = { capacity: number | null; seats_taken: number };

export const isFull = ({ capacity, seats_taken }: Seats): boolean =>
  capacity !== null && seats_taken >= capacity;

/** CK14 */
export const full: FindChecks = (season, { waiting }) =>
  routesIn(season)
    .filter(({ line: { route } }) => isFull(route))
    .map(({ line: { route, name } }) => ({
      subject: subjectOf('route', route, name),
      field: 'capacity',
      text: fullText(name, waiting.get(route.id) ?? 0),
    }));

function fullText(route: string, n: number): string {
  if (n === 0) return m.catalog_check_full_none({ route });
  return n === 1 ? m.catalog_check_full_one({ route }) : m.catalog_check_full({ route, n });
}

type NamedFile = { key: string; name: string; what: string; subject: CheckSubject; field: string };

/** The files that a season names, and those of the public pages. */
export function namedFiles({ period, schools, blocks, ...season }: SeasonView): NamedFile[] {
  const printables = schools.flatMap(({ in_season, printables: named, name }) =>
    named.map((one) => {
      const subject = subjectOf('printable', one, `${name} · ${one.name}`);
      const key = printableContractKey(in_season.id, one.file_name);
      return { key, name: one.file_name, what: subject.name, subject, field: 'file_name' };
    }),
  );
  const contracts = routesIn({ period, schools, blocks, ...season }).flatMap(({ program, line }) => {
    const { contract_pdf } = line.route;
    if (contract_pdf === null) return [];
    const key = contractPdfKey({ period: period.name, program: program.program.name, contract_pdf });
    const subject = subjectOf('route', line.route, line.name);
    return [{ key, name: contract_pdf, what: line.name, subject, field: 'contract_pdf' }];
  });
  const ofPages = blocks
    .filter(({ content }) => isStoredContent(content))
    .map((block) => {
      const subject = subjectOf('content_block', block, block.key);
      return { key: block.content, name: block.content, what: block.key, subject, field: 'content' };
    });
  const drawings = schools.flatMap(({ group, name }) => {
    const { drawing_file } = group;
    if (drawing_file === null) return [];
    const subject = subjectOf('program_group', group, name);
    return [{ key: drawing_file, name: drawing_file, what: name, subject, field: 'drawing_file' }];
  });
  return [...printables, ...contracts, ...ofPages, ...drawings];
}

/** CK16 */
export const fileMissing: FindChecks = (season, { missing_files }) =>
  namedFiles(season)
    .filter(({ key }) => missing_files.has(key))
    .map(({ name, what, subject, field }) => ({
      subject,
      field,
      text: m.catalog_check_file_missing({ file: shownFileName(name), what }),
    }));

/**
 * A roll-over takes files over. A file is that of the season before until another one is named, or staff put
 * the check aside (SE9.8).
 */
export const oldFile: FindChecks = (season) => {
  const { before } = season;
  if (season.period.rolled_from_id === null || !before) return [];
  const printables = before.schools.flatMap(({ group, printables: named }) =>
    named.map(({ file_name }) => `${group.id} ${file_name}`),
  );
  const contracts = programsIn({ schools: before.schools } as SeasonView).flatMap(({ program }) =>
    program.routes.map(({ route }) => `${program.program.id} ${route.contract_pdf}`),
  );
  const old = new Set([...printables, ...contracts]);
  const told = (what: string, file: string) => m.catalog_check_old_file({ what, file });
  return season.schools.flatMap(({ group, name, printables: named, programs }) => [
    ...named
      .filter(({ file_name }) => old.has(`${group.id} ${file_name}`))
      .map((one) => ({
        subject: subjectOf('printable', one, `${name} · ${one.name}`),
        field: 'file_name',
        text: told(`${name} · ${one.name}`, one.file_name),
      })),
    ...programs.flatMap(({ program, routes }) =>
      routes
        .filter(({ route }) => old.has(`${program.id} ${route.contract_pdf}`) && route.contract_pdf !== null)
        .map(({ name: line, route }) => ({
          subject: subjectOf('route', route, line),
          field: 'contract_pdf',
          text: told(line, route.contract_pdf!),
        })),
    ),
  ]);
};

/** CK17 */
export const noGrades: FindChecks = (season) =>
  programsIn(season)
    .filter(({ program }) => program.n_grades === 0)
    .map(({ program: { program, name } }) => ({
      subject: subjectOf('program', program, name),
      field: null,
      mend: {
        kind: 'grade' as const,
        parent: program.id,
        field: 'text',
        page: `/admin/schools/${program.program_group_id}`,
      },
      text: m.catalog_check_no_grades({ program: name }),
    }));

/** CK18 */
export const noFirstDay: FindChecks = ({ period, schools }) =>
  schools
    .filter(({ in_season }) => (in_season.first_day_of_school ?? period.first_day_of_school) === null)
    .map(({ in_season, name }) => ({
      subject: subjectOf('period_group', in_season, name),
      field: 'first_day_of_school',
      text: m.catalog_check_no_first_day({ school: name }),
    }));

/** CK20; the flat fee of a card has no share to compare. */
export const aboveCap: FindChecks = (season) =>
  programsIn(season).flatMap(({ program }) =>
    program.surcharges.flatMap((surcharge): FoundCheck[] => {
      const { amount_flat_cents, amount_percentage_milli_percent: rate, payment_type_id } = surcharge;
      const { card_fee_cap: cap, card_type_id } = season;
      if (payment_type_id !== card_type_id || amount_flat_cents !== null) return [];
      if (rate === null || cap === null || rate <= cap) return [];
      const told = { program: program.name, surcharge: surcharge.name };
      return [
        {
          subject: subjectOf('surcharge', surcharge, `${program.name} · ${surcharge.name}`),
          field: 'amount_percentage',
          text: m.catalog_check_above_cap({ ...told, x: percentText(rate), y: percentText(cap) }),
          text_without_money: m.catalog_check_above_cap_plain(told),
        },
      ];
    }),
  );

const percentText = (rate: MilliPercent) => m.catalog_check_percent({ n: toPercent(rate) });

/** CK21; a school that is switched off does not open by its hour. */
export const neverOpens: FindChecks = ({ schools }, { now }) =>
  schools
    .filter(({ in_season }) => !in_season.is_active)
    .map(({ in_season, name: school }) => ({
      subject: subjectOf('period_group', in_season, school),
      field: 'is_active',
      text:
        in_season.opens_at && in_season.opens_at > now
          ? m.catalog_check_never_opens_off({ school })
          : m.catalog_check_never_opens({ school }),
    }));

/** CK22 */
export const noHomeMap: FindChecks = ({ schools, blocks }, { drawn }) =>
  schools
    .filter(({ group: { id, path, is_on_home_page, drawing_file } }) => {
      const hasMap = blocks.some(({ program_group_id }) => program_group_id === id);
      return is_on_home_page && !hasMap && drawing_file === null && !drawn.has(path.toLowerCase());
    })
    .map(({ group, name }) => ({
      subject: subjectOf('program_group', group, name),
      field: 'drawing_file',
      text: m.catalog_check_no_home_map({ school: name }),
    }));

type Discount = { amount_flat_cents: Cents | null; amount_percentage_milli_percent: MilliPercent | null };

const discountText = ({ amount_flat_cents: flat, amount_percentage_milli_percent: rate }: Discount) =>
  flat === null ? percentText(rate!) : formatMoney(flat);

/** CK23, among the routes of a school that give siblings something */
export const siblingDiffers: FindChecks = (season) =>
  season.schools.flatMap((school) => {
    const given = school.programs.flatMap(({ program, routes }) =>
      routes.flatMap(({ discounts, route, name }) => {
        const [discount] = discounts.filter(({ is_sibling_discount }) => is_sibling_discount);
        const short = `${program.text} · ${route.name}`;
        return discount ? [{ discount, name, short, gives: discountText(discount) }] : [];
      }),
    );
    const [first, ...others] = given;
    const differing = others.find(({ gives }) => gives !== first!.gives);
    if (!first || !differing) return [];
    const told = { school: school.name, route: first.short, other: differing.short };
    const { discount } = differing;
    return [
      {
        subject: subjectOf('discount', discount, differing.name),
        field: discount.amount_flat_cents === null ? 'amount_percentage' : 'amount_flat',
        text: m.catalog_check_sibling_differs({ ...told, x: first.gives, y: differing.gives }),
        text_without_money: m.catalog_check_sibling_differs_plain(told),
      },
    ];
  });
