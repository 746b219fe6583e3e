import { m } from '#i18n/messages.js';
import type { ObjectKind } from './catalog-objects.ts';

type Names = { one: () => string; many: () => string };

/** How an object is called in a sentence. */
export const KIND_NAMES: Readonly<Record<ObjectKind, Names>> = {
  company: { one: m.catalog_kind_company, many: m.catalog_season_kind_company },
  division: { one: m.catalog_kind_division, many: m.catalog_season_kind_division },
  program_group: { one: m.catalog_kind_program_group, many: m.catalog_season_kind_program_group },
  program: { one: m.catalog_kind_program, many: m.catalog_season_kind_program },
  grade: { one: m.catalog_kind_grade, many: m.catalog_season_kind_grade },
  period: { one: m.catalog_kind_period, many: m.catalog_season_kind_period },
  period_group: { one: m.catalog_kind_period_group, many: m.catalog_season_kind_period_program_group },
  printable: { one: m.catalog_kind_printable, many: m.catalog_season_kind_printable_contract },
  period_program: { one: m.catalog_kind_period_program, many: m.catalog_season_kind_period_program },
  surcharge: { one: m.catalog_kind_surcharge, many: m.catalog_season_kind_surcharge },
  route: { one: m.catalog_kind_route, many: m.catalog_season_kind_route },
  payment_term: { one: m.catalog_kind_payment_term, many: m.catalog_season_kind_payment_term },
  addon: { one: m.catalog_kind_addon, many: m.catalog_season_kind_addon },
  discount: { one: m.catalog_kind_discount, many: m.catalog_season_kind_discount },
  aid_code: { one: m.catalog_kind_aid_code, many: m.catalog_season_kind_aid_code },
  content_block: { one: m.catalog_kind_content_block, many: m.catalog_season_kind_content_block },
  news_item: { one: m.catalog_kind_news_item, many: m.catalog_season_kind_news_item },
};
