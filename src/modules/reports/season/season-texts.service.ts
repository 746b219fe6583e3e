import { m } from '#i18n/messages.js';
import { monthText } from '#kit/month-text.ts';
import type { SellingCatalog } from '#modules/catalog/current-catalog.service.ts';
import { SIGNED_BY_TEXTS, type SignedBy } from '#modules/orders/reading/signed-by.ts';
import type { SeasonGrouping } from './season-groupings.ts';

const byId = <T extends { id: number }>(rows: readonly T[], key: string): T | undefined =>
  rows.find(({ id }) => id === Number(key));

const inSchool = (text: string, school: string) => m.office_report_in_school({ text, school });

function programText(catalog: SellingCatalog, period_program_id: string, isBelow: boolean): string {
  const { program_id } = byId(catalog.period_programs, period_program_id) ?? {};
  const program = byId(catalog.programs, String(program_id));
  if (!program) return period_program_id;
  const school = byId(catalog.program_groups, String(program.program_group_id));
  return isBelow || !school ? program.text : inSchool(program.text, school.text);
}

function routeText(catalog: SellingCatalog, key: string, isBelow: boolean): string {
  const route = byId(catalog.routes, key);
  if (!route) return key;
  const name = [route.text_before, route.name].join('').trim();
  return isBelow ? name : inSchool(name, programText(catalog, String(route.period_program_id), false));
}

/** @param isBelow  the row above names the school */
export function groupText(
  catalog: SellingCatalog,
  grouping: SeasonGrouping,
  key: string,
  isBelow: boolean,
): string {
  switch (grouping) {
    case 'school':
      return byId(catalog.program_groups, key)?.text ?? key;
    case 'program':
      return programText(catalog, key, isBelow);
    case 'route':
      return routeText(catalog, key, isBelow);
    case 'payment_type':
      return SIGNED_BY_TEXTS[key as SignedBy]();
    case 'month':
      return monthText(key);
    case 'term':
      return key;
  }
}
