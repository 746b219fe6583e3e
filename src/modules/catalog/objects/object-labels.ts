import { m } from '#i18n/messages.js';
import { fieldLabel, fieldName, inSentence } from '#kit/endpoint/field-labels.ts';

/**
 * The labels of the fields of objects, by wire name. A new field without a label has the name in words.
 * Apart from the labels of other forms, because the pages of parents do not download labels of the catalog.
 */
const LABELS: Readonly<Record<string, () => string>> = {
  name: m.catalog_field_name,
  text: m.catalog_field_text,
  time_zone: m.catalog_field_time_zone,
  currency: m.catalog_field_currency,
  half_rounding_unit_cents: m.catalog_field_half_rounding_unit_cents,
  aid_fee_base: m.catalog_field_aid_fee_base,
  dispatch_phone: m.catalog_field_dispatch_phone,
  dispatch_email: m.catalog_field_dispatch_email,
  hiring_email: m.catalog_field_hiring_email,
  customer_service_email: m.catalog_field_customer_service_email,
  refund_periods: m.catalog_field_refund_periods,
  second_person_above_cents: m.catalog_field_second_person_above_cents,
  card_fee_cap: m.catalog_field_card_fee_cap,
  card_fee_state_caps: m.catalog_field_card_fee_state_caps,
  card_fee_free_states: m.catalog_field_card_fee_free_states,
  card_fee_notified_on: m.catalog_field_card_fee_notified_on,
  card_fee_refund: m.catalog_field_card_fee_refund,
  key: m.catalog_field_key,
  company_name: m.catalog_field_company_name,
  address_1: m.catalog_field_address_1,
  city: m.catalog_field_city,
  state: m.catalog_field_state,
  zip: m.catalog_field_zip,
  phone_main: m.catalog_field_phone_main,
  path: m.catalog_field_path,
  division: m.catalog_field_division,
  is_active: m.catalog_field_is_active,
  routes_email: m.catalog_field_routes_email,
  payment_method: m.catalog_field_payment_method,
  program_group: m.catalog_field_program_group,
  is_current: m.catalog_field_is_current,
  first_day_of_school: m.catalog_field_first_day_of_school,
  starts_on: m.catalog_field_starts_on,
  ends_on: m.catalog_field_ends_on,
  aid_balance_due_dt: m.catalog_field_aid_balance_due_dt,
  refund_cutoff: m.catalog_field_refund_cutoff,
  reassign_cutoff: m.catalog_field_reassign_cutoff,
  refund_open: m.catalog_field_refund_open,
  reassign_open: m.catalog_field_reassign_open,
  reassign_address_1: m.catalog_field_reassign_address_1,
  reassign_city: m.catalog_field_reassign_city,
  reassign_state: m.catalog_field_reassign_state,
  reassign_zip: m.catalog_field_reassign_zip,
  reassign_phone: m.catalog_field_reassign_phone,
  reassign_due_on: m.catalog_field_reassign_due_on,
  is_draft: m.catalog_field_is_draft,
  file_name: m.catalog_field_file_name,
  program: m.catalog_field_program,
  is_photo_required: m.catalog_field_is_photo_required,
  allow_student_exit_bus_alone: m.catalog_field_allow_student_exit_bus_alone,
  has_pickup_location: m.catalog_field_has_pickup_location,
  accept_financial_aid: m.catalog_field_accept_financial_aid,
  contract_text_intro: m.catalog_field_contract_text_intro,
  contract_text: m.catalog_field_contract_text,
  faq: m.catalog_field_faq,
  reassign_instructions: m.catalog_field_reassign_instructions,
  payment_type: m.catalog_field_payment_type,
  amount_flat: m.catalog_field_amount_flat,
  amount_percentage: m.catalog_field_amount_percentage,
  awarded_amount: m.catalog_field_awarded_amount,
  needs_confirmation: m.catalog_field_needs_confirmation,
  expires_on: m.catalog_field_expires_on,
  text_before: m.catalog_field_text_before,
  text_after: m.catalog_field_text_after,
  capacity: m.catalog_field_capacity,
  has_surge_pricing: m.catalog_field_has_surge_pricing,
  surge_pricing_text: m.catalog_field_surge_pricing_text,
  contract_pdf: m.catalog_field_contract_pdf,
  identifier: m.catalog_field_identifier,
  payment_term_type: m.catalog_field_payment_term_type,
  from_dt: m.catalog_field_from_dt,
  thru_dt: m.catalog_field_thru_dt,
  deposit: m.catalog_field_deposit,
  amount: m.catalog_field_amount,
  number_payments: m.catalog_field_number_payments,
  scheduled_dt: m.catalog_field_scheduled_dt,
  prefix_text: m.catalog_field_prefix_text,
  is_admin_only: m.catalog_field_is_admin_only,
  is_sibling_discount: m.catalog_field_is_sibling_discount,
  category: m.catalog_field_category,
  content: m.catalog_field_content,
  helper_text: m.catalog_field_helper_text,
  dispatch_hours: m.catalog_field_dispatch_hours,
  change_fee: m.catalog_field_change_fee,
  offer_hours: m.catalog_field_offer_hours,
  work_ages: m.catalog_field_work_ages,
  tax_id: m.catalog_field_tax_id,
  line_color: m.catalog_field_line_color,
  is_on_home_page: m.catalog_field_is_on_home_page,
  drawing_file: m.catalog_field_drawing_file,
  old_paths: m.catalog_field_old_paths,
  check_attention: m.catalog_field_check_attention,
  check_text: m.catalog_field_check_text,
  short_name: m.catalog_field_short_name,
  day: m.catalog_field_day,
  title: m.catalog_field_title,
  link: m.catalog_field_link,
  link_text: m.catalog_field_link_text,
  opens_at: m.catalog_field_opens_at,
  closes_at: m.catalog_field_closes_at,
  becomes_current: m.catalog_field_becomes_current,
  ach_terms: m.catalog_field_ach_terms,
  active_msg: m.office_content_active,
  inactive_msg: m.office_content_inactive,
  reassign_to: m.office_windows_company,
  code: m.contract_aid_code,
  least_amount: m.office_aid_new_least,
  max_uses: m.office_aid_new_uses,
};

export const hasObjectLabel = (name: PropertyKey): boolean => Object.hasOwn(LABELS, name);

const labelOf = (path: readonly PropertyKey[]) => {
  const [name = ''] = path;
  return hasObjectLabel(name) ? LABELS[name as string] : undefined;
};

/** The label of a field of an object, in forms and at the begin of a sentence. */
export const objectFieldLabel = (path: readonly PropertyKey[]): string =>
  labelOf(path)?.() ?? fieldLabel(path);

/** The name of a field inside a sentence. */
export function objectFieldName(name: string): string {
  const label = labelOf([name])?.();
  return label === undefined ? fieldName([name]) : inSentence(label);
}
