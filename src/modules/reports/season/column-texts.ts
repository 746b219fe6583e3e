import { m } from '#i18n/messages.js';
import type { SEASON_MONEY } from './season-columns.ts';
import type { SeasonGrouping } from './season-groupings.ts';

type Column = 'contracts' | 'ended' | (typeof SEASON_MONEY)[number];

export const SEASON_COLUMN_TEXTS: Readonly<Record<Column, () => string>> = {
  contracts: m.office_report_contracts,
  ended: m.office_report_ended,
  principal_cents: m.office_report_principal,
  addons_cents: m.office_report_addons,
  discounts_cents: m.office_report_discounts,
  aid_cents: m.office_report_aid,
  amendments_cents: m.office_report_amendments,
  adjustments_cents: m.office_report_adjustments,
  congestion_fees_cents: m.office_report_congestion_fees,
  cancelled_cents: m.office_report_cancelled,
  billed_cents: m.office_report_billed,
  collected_cents: m.office_report_collected,
  outstanding_cents: m.office_report_outstanding,
  past_due_cents: m.office_report_past_due,
  refunded_cents: m.office_report_refunded,
  surcharges_cents: m.office_report_surcharges,
  surcharges_refunded_cents: m.office_report_surcharges_refunded,
  net_received_cents: m.office_report_net_received,
};

export const GROUPING_TEXTS: Readonly<Record<SeasonGrouping, () => string>> = {
  school: m.office_report_by_school,
  program: m.office_report_by_program,
  route: m.office_report_by_route,
  term: m.office_report_by_term,
  payment_type: m.office_report_by_payment_type,
  month: m.office_report_by_month,
};
