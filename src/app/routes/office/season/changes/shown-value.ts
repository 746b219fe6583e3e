import { m } from '#i18n/messages.js';
import { formatDate, isPlainDate } from '#kit/plain-date.ts';
import { cents, centsFromDollars, formatMoney } from '#kit/money.ts';
import type { ValueFormat } from '#modules/catalog/changes/change.states.ts';
import { shownFileName } from '#modules/catalog/stored-files.ts';

/** A value of a season file as people read the value. */
export function shownValue(value: unknown, format: ValueFormat): string {
  if (value === null || value === undefined || value === '') return m.office_none();
  if (typeof value === 'boolean') return value ? m.office_value_yes() : m.office_value_no();
  if (typeof value === 'number' && format === 'dollars') return formatMoney(centsFromDollars(value));
  if (typeof value === 'number' && format === 'cents') return formatMoney(cents(value));
  if (typeof value === 'number' && format === 'percent') return m.office_value_percent({ n: value });
  if (typeof value === 'string') return isPlainDate(value) ? formatDate(value) : shownFileName(value);
  if (Array.isArray(value)) return value.length > 0 ? value.map(String).join(', ') : m.office_none();
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, one]) => `${name} ${String(one)}`)
      .join(', ');
  return String(value);
}
