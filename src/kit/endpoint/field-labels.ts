import { m } from '#i18n/messages.js';

/** The owner of fields in a form or body, if the same name has several labels. */
export type FieldsOf =
  | 'user'
  | 'student'
  | 'cc'
  | 'financial_aid'
  | 'congestion_fee'
  | 'payment'
  | 'note'
  | 'rehearsal'
  | 'work';

type Label = () => string;

/** `Northbound Avenue` inside a sentence: `northbound avenue`; `PDF` stays unchanged. */
export const inSentence = (label: string) =>
  label.replaceAll(/\b\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());

/** `payment term` at the begin of a sentence: `Payment term`. */
export const atBegin = (words: string): string => words.replace(/^./, (letter) => letter.toUpperCase());

const ofGuardian = (guardian: Label, label: Label) => () => `${guardian()} ${inSentence(label())}`;

/**
 * The labels of fields with another wire name, by wire name, or by `owner.name` if the label depends on the
 * owner. A box has a sentence for a label, and a short name here.
 */
const LABELS: Readonly<Record<string, Label>> = {
  password_confirmation: m.account_confirm_password,
  phone_home: m.account_phone_home,
  'user.phone_mobile': m.account_phone_cell,
  'student.phone_mobile': m.account_phone_mobile,
  'student.email': m.account_student_email,
  'student.photo': m.account_photo,
  medical_concerns: m.account_medical_concerns,
  custody_notes: m.account_custody_notes,
  guardian_1_phone_mobile: ofGuardian(m.account_part_guardian_1, m.account_phone_work),
  guardian_2_phone_mobile: ofGuardian(m.account_part_guardian_2, m.account_phone_work),
  grade_id: m.contract_grade,
  ended_on: m.order_end_day,
  addon_ids: m.contract_addons,
  pickup_north: m.contract_pickup_north,
  pickup_cross: m.contract_pickup_cross,
  number: m.contract_card_number,
  'cc.type': m.contract_card_type,
  'cc.name': m.contract_card_name,
  exp_month: m.contract_card_month,
  exp_year: m.contract_card_year,
  ccid: m.contract_card_code,
  ach_terms: m.server_field_name_ach_terms,
  school_ids: m.office_staff_schools,
  code: m.contract_aid_code,
  explanation: m.office_reconciliation_explain_note,
  'user.code': m.account_factor_code,
  'user.label': m.account_factor_label,
  'financial_aid.amount': m.contract_aid_amount,
  consequence: m.office_aid_decline_what,
  period_program_id: m.office_aid_new_program,
  max_uses: m.office_aid_new_uses,
  least_amount: m.office_aid_new_least,
  program_group_id: m.dashboard_method_group,
  way: m.office_refund_channel,
  pay_now_way: m.contract_pay_now_with,
  pay_on: m.contract_edit_payment_date,
  adjustment_reason: m.contract_edit_payment_reason,
  received: m.contract_received_amount,
  refund_number: m.contract_received_refund_number,
  'congestion_fee.amount': m.office_fee_amount,
  amount_cents: m.office_refund_amount,
  charge_on: m.office_fee_day,
  refund_last_day: m.office_windows_last_day,
  reassign_last_day: m.office_windows_last_day,
  reassign_to: m.office_windows_company,
  active_msg: m.office_content_active,
  inactive_msg: m.office_content_inactive,
  note: m.office_application_note,
  done: m.office_matter_note,
  'payment.notes': m.contract_edit_payment_notes,
  'note.text': m.notes_text,
  'note.is_pinned': m.notes_pin,
  period_id: m.office_sell_season,
  'rehearsal.period_id': m.office_rehearsal_season,
  'rehearsal.families': m.office_rehearsal_families,
  'rehearsal.children': m.office_rehearsal_children,
  'rehearsal.seed': m.office_rehearsal_seed,
  'rehearsal.bank': m.office_rehearsal_bank,
  'rehearsal.in_full': m.office_rehearsal_in_full,
  'rehearsal.declines': m.office_rehearsal_declines,
  'rehearsal.returns': m.office_rehearsal_returns,
  'rehearsal.aid': m.office_rehearsal_aid,
  'rehearsal.cancels': m.office_rehearsal_cancels,
  'work.owner_id': m.office_work_give,
  'work.hidden_until': m.office_work_until,
  'work.note': m.office_work_note,
  notes: m.contract_notes,
  notes_additional: m.contract_notes_additional,
  sha256: m.public_verify_hash,
  is_beyond_limit: m.office_waiting_beyond,
  is_above_budget: m.office_award_anyway,
  is_shared: m.list_view_share,
  offer_to: m.office_waiting_seat_goes,
  grade_text: m.office_award_grade,
  contact_email: m.office_award_email,
  prices_of: m.office_change_prices,
  share: m.office_change_share,
  fee_cents: m.document_change_fee,
  fee_reason: m.office_change_fee_reason,
  sibling_number: m.office_sell_sibling,
  aid_code: m.office_sell_aid_code,
  aid_amount: m.office_sell_aid_amount,
  although_closed: m.office_sell_although,
  beyond_limit: m.office_sell_beyond,
  pay_by: m.office_sell_pay,
  reference: m.office_paper_check_number,
  scan_id: m.office_paper_scan,
  names_surge: m.office_paper_names_surge,
  surge_page: m.office_paper_surge_page,
  is_here: m.office_paper_is_here,
};

// A sender may name a field `constructor`, a member of every object.
const labelOf = (key: string) => (Object.hasOwn(LABELS, key) ? LABELS[key] : undefined);

function wordsOf(path: readonly PropertyKey[], owner?: FieldsOf): { label?: string; words: string } {
  const at = path.findLastIndex((part) => typeof part === 'string');
  const name = String(path[at] ?? path.at(-1) ?? 'value');
  const around = path.slice(0, at).findLast((part) => typeof part === 'string');
  const label = labelOf(`${String(around ?? owner)}.${name}`) ?? labelOf(name);
  return { label: label?.(), words: name.replaceAll('_', ' ').toLowerCase().replace(/ id$/, '') };
}

/**
 * The name of a field inside a sentence: the label in sentence case. A field without a form has the wire name
 * in words: `payment_term_id` gives `payment term`.
 * @param owner the owner of the fields, if missing in the path
 */
export function fieldName(path: readonly PropertyKey[], owner?: FieldsOf): string {
  const { label, words } = wordsOf(path, owner);
  return label === undefined ? words : inSentence(label);
}

/** The name of a field at the begin of a sentence. */
export function fieldLabel(path: readonly PropertyKey[], owner?: FieldsOf): string {
  const { label, words } = wordsOf(path, owner);
  return label ?? atBegin(words);
}
