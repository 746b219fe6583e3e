import { m } from '#i18n/messages.js';
import type { ObjectKind } from './catalog-objects.ts';

type Names = {
  one: () => string;
  several: () => string;
  /** in the words of a season file */
  many: () => string;
};

/** How an object is called in a sentence. */
export const KIND_NAMES: Readonly<Record<ObjectKind, Names>> = {
  company: {
    one: m.catalog_kind_company,
    several: m.catalog_kinds_company,
    many: m.catalog_season_kind_company,
  },
  division: {
    one: m.catalog_kind_division,
    several: m.catalog_kinds_division,
    many: m.catalog_season_kind_division,
  },
  program_group: {
    one: m.catalog_kind_program_group,
    several: m.catalog_kinds_program_group,
    many: m.catalog_season_kind_program_group,
  },
  program: {
    one: m.catalog_kind_program,
    several: m.catalog_kinds_program,
    many: m.catalog_season_kind_program,
  },
  grade: { one: m.catalog_kind_grade, several: m.catalog_kinds_grade, many: m.catalog_season_kind_grade },
  period: { one: m.catalog_kind_period, several: m.catalog_kinds_period, many: m.catalog_season_kind_period },
  period_group: {
    one: m.catalog_kind_period_group,
    several: m.catalog_kinds_period_group,
    many: m.catalog_season_kind_period_program_group,
  },
  printable: {
    one: m.catalog_kind_printable,
    several: m.catalog_kinds_printable,
    many: m.catalog_season_kind_printable_contract,
  },
  period_program: {
    one: m.catalog_kind_period_program,
    several: m.catalog_kinds_period_program,
    many: m.catalog_season_kind_period_program,
  },
  surcharge: {
    one: m.catalog_kind_surcharge,
    several: m.catalog_kinds_surcharge,
    many: m.catalog_season_kind_surcharge,
  },
  route: { one: m.catalog_kind_route, several: m.catalog_kinds_route, many: m.catalog_season_kind_route },
  payment_term: {
    one: m.catalog_kind_payment_term,
    several: m.catalog_kinds_payment_term,
    many: m.catalog_season_kind_payment_term,
  },
  addon: { one: m.catalog_kind_addon, several: m.catalog_kinds_addon, many: m.catalog_season_kind_addon },
  discount: {
    one: m.catalog_kind_discount,
    several: m.catalog_kinds_discount,
    many: m.catalog_season_kind_discount,
  },
  aid_code: {
    one: m.catalog_kind_aid_code,
    several: m.catalog_kinds_aid_code,
    many: m.catalog_season_kind_aid_code,
  },
  content_block: {
    one: m.catalog_kind_content_block,
    several: m.catalog_kinds_content_block,
    many: m.catalog_season_kind_content_block,
  },
  news_item: {
    one: m.catalog_kind_news_item,
    several: m.catalog_kinds_news_item,
    many: m.catalog_season_kind_news_item,
  },
};
