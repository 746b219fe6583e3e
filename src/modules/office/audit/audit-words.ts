import { m } from '#i18n/messages.js';
import { atBegin, inSentence } from '#kit/endpoint/field-labels.ts';
import { cents, formatMoney } from '#kit/money.ts';
import { formatDate, type PlainDate } from '#kit/plain-date.ts';
import type { StaffRole } from '#modules/accounts/rights.ts';
import { roleText } from '#modules/accounts/role-text.ts';
import { objectFieldLabel } from '#modules/catalog/objects/object-labels.ts';
import { auditActions } from './audit-actions.ts';
import type { AuditRow } from './audit.contract.ts';

/** Writes an instant in company time. */
type TimeText = (instant: string) => string;

const LABELS: Readonly<Record<string, () => string>> = {
  aid_use: m.office_audit_label_aid_use,
  cancel_order: m.office_audit_label_cancel_order,
  cancelled: m.office_audit_label_cancelled,
  charge_on: m.office_fee_day,
  consequence: m.office_audit_label_consequence,
  disabled: m.office_audit_label_disabled,
  done: m.office_audit_label_done,
  gone_on: m.office_audit_label_gone_on,
  has_note: m.office_audit_label_has_note,
  hidden_until: m.office_audit_label_hidden_until,
  hours: m.office_waiting_hours,
  is_beyond_limit: m.office_waiting_beyond,
  offered_until: m.office_waiting_until,
  passed: m.office_waiting_passed,
  pay_on: m.office_audit_label_pay_on,
  pending: m.office_audit_label_pending,
  put_aside: m.office_audit_label_put_aside,
  received_by: m.office_audit_label_received_by,
  second_factor: m.office_audit_label_second_factor,
  stopped: m.office_audit_label_stopped,
  taken: m.office_audit_label_taken,
  trapped: m.office_audit_label_trapped,
  waits: m.office_audit_label_waits,
  way: m.office_refund_channel,
  why: m.office_audit_label_why,
};

const WORDS: Readonly<Record<string, () => string>> = {
  in_work: m.office_audit_value_in_work,
  under_way: m.office_audit_value_under_way,
  paymentTypeCheck: m.office_audit_value_check,
  paymentTypeCash: m.office_audit_value_cash,
};

/** What a program looks for rather than a person; these stand behind Details. */
const isCode = (field: string) => /(^|_)(id|ref|key|code|version|fields)$/.test(field);

const has = (words: Readonly<Record<string, () => string>>, key: string) => Object.hasOwn(words, key);

function labelOf(field: string): string {
  if (has(LABELS, field)) return LABELS[field]!();
  return objectFieldLabel([field.replace(/_(cents|milli_percent)(?=$|_before$)/, '')]);
}

const HASH = /^[0-9a-f]{64}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const CODE = /^[a-z]+(_[a-z]+)+$/;

function textOf(field: string, value: unknown, timeText: TimeText): string {
  if (value === null || value === undefined || value === '') return m.office_object_nothing();
  if (typeof value === 'boolean') return value ? m.shell_yes() : m.shell_no();
  if (typeof value === 'number') return numberText(field, value);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (DAY.test(value)) return formatDate(value as PlainDate);
  if (INSTANT.test(value)) return timeText(value);
  if (/^userRole[A-Z]/.test(value)) return roleText(value as StaffRole);
  if (has(WORDS, value)) return WORDS[value]!();
  return CODE.test(value) ? value.replaceAll('_', ' ') : value;
}

function numberText(field: string, value: number): string {
  if (/_cents(_before)?$/.test(field)) return formatMoney(cents(value));
  return /_milli_percent(_before)?$/.test(field) ? `${value / 1000}%` : String(value);
}

function changedOf({ before, after }: AuditRow): string[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].filter((field) => !isCode(field));
}

const isText = ({ before, after }: AuditRow, field: string) =>
  [before?.[field], after?.[field]].some((value) => HASH.test(String(value)));

function lineOf(row: AuditRow, field: string, timeText: TimeText): string {
  const label = labelOf(field);
  if (isText(row, field)) return m.office_object_text_changed({ label });
  const { before, after } = row;
  const [was, is] = [before, after].map((side) => textOf(field, side?.[field], timeText));
  if (!before || !(field in before)) return m.office_audit_value({ label, value: is! });
  if (!after || !(field in after)) return m.office_audit_value({ label, value: was! });
  return m.office_object_field_changed({ label, before: was!, after: is! });
}

const ABOUT_NAMED: Readonly<Record<string, (of: { name: string }) => string>> = {
  'catalog.create': m.office_audit_added,
  'catalog.update': m.office_audit_changed,
  'catalog.end': m.office_audit_ended,
  'catalog.remove': m.office_audit_removed,
  'catalog.move': m.office_audit_moved,
};

/** The subject in words: the name as it is now, or the kind and the number. */
export function subjectText({ subject, name }: Pick<AuditRow, 'subject' | 'name'>): string {
  if (name !== null) return name;
  const [, kind = subject, number] = /^(\w+)(?::(\d+))?/.exec(subject) ?? [];
  const words = atBegin(kind.replaceAll('_', ' '));
  return number === undefined ? words : m.office_audit_numbered({ kind: words, number });
}

const isWholeSentence = (row: AuditRow, fields: readonly string[]) =>
  row.action === 'catalog.update' && fields.length === 1 && !isText(row, fields[0]!);

/** What was done, in a sentence: with the values, if one field of an object has changed (HE2.3). */
export function auditSentence(row: AuditRow, timeText: TimeText): string {
  const fields = changedOf(row);
  const name = subjectText(row);
  if (isWholeSentence(row, fields)) {
    const [field = ''] = fields;
    const [before, after] = [row.before, row.after].map((side) => textOf(field, side?.[field], timeText));
    return m.office_audit_changed_field({
      field: inSentence(labelOf(field)),
      name,
      before: before!,
      after: after!,
    });
  }
  if (Object.hasOwn(ABOUT_NAMED, row.action)) return ABOUT_NAMED[row.action]!({ name });
  return auditActions[row.action]?.() ?? row.action;
}

/** Changed values and further facts, each with a label. */
export function auditValues(row: AuditRow, timeText: TimeText): string[] {
  const fields = changedOf(row);
  const changed = isWholeSentence(row, fields) ? [] : fields.map((field) => lineOf(row, field, timeText));
  const told = Object.entries(row.detail)
    .filter(([field]) => !isCode(field))
    .map(([field, value]) =>
      m.office_audit_value({ label: labelOf(field), value: textOf(field, value, timeText) }),
    );
  return [...changed, ...told];
}

/** The values of an entry, and texts of people. */
export const auditLines = (row: AuditRow, timeText: TimeText): string[] => [
  ...auditValues(row, timeText),
  ...Object.entries(row.texts).map(([field, value]) =>
    m.office_audit_value({ label: labelOf(field), value }),
  ),
];

/** The person of the office, or the portal itself. */
export const auditActor = ({ actor }: AuditRow): string => actor?.name ?? m.office_audit_portal();

/** The entry as it is stored, for the filters and for support. */
export function auditCodes({ action, subject, detail, before, after }: AuditRow): string[] {
  const codesOf = (prefix: string, values: Readonly<Record<string, unknown>> | null) =>
    Object.entries(values ?? {})
      .filter(([field]) => isCode(field))
      .map(([field, value]) => `${prefix}${field}: ${String(value)}`);
  return [
    `action: ${action}`,
    `subject: ${subject}`,
    ...codesOf('', detail),
    ...codesOf('before.', before),
    ...codesOf('after.', after),
  ];
}

/** The change set by which an object has changed. */
export function changeSetOf({ detail }: Pick<AuditRow, 'detail'>): number | undefined {
  const { change_set_id: id } = detail;
  return typeof id === 'number' ? id : undefined;
}
