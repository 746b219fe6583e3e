import { m } from '#i18n/messages.js';
import { KIND_NAMES } from '#modules/catalog/objects/kind-names.ts';
import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';

const KINDS: Partial<Record<ObjectKind, () => string>> = {
  period: m.office_season_column_name,
  period_group: m.office_many_of_period_group,
  printable: m.office_board_printables,
  period_program: m.office_many_of_period_program,
  surcharge: m.office_board_surcharges,
  route: m.office_season_column_routes,
  payment_term: m.office_board_terms,
  addon: m.office_many_type_addon,
  discount: m.office_roll_discounts,
};

/** The objects of a kind, as a label. */
export const kindText = (kind: ObjectKind): string => (KINDS[kind] ?? KIND_NAMES[kind].many)();
