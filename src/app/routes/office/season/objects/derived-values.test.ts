import { describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import { derivedLines, derivedNote } from './derived-values.ts';
import { formFieldsOf } from './typed-fields.ts';

const today = plainDate('2027-02-01');

const noteOf = (kind: ObjectKind, name: string, typed: string) =>
  derivedNote(
    formFieldsOf(kind).find((field) => field.name === name)!,
    typed,
    today,
  );

/** @shows SE2.3 */
describe('what follows from typed fields', () => {
  const term = {
    payment_term_type: 'paymentTermTypeScheduled',
    deposit: '1,500',
    amount: '$1450.25',
    number_payments: '3',
    from_dt: '03/01/2027',
    thru_dt: '2027-03-31',
    scheduled_dt: '05/31/2027',
  };

  /** @shows SE13.1 */
  it('is the contrast of a color with white letters, and the address of a school', () => {
    const contrast = (n: string) => `White letters on this color: ${n} to 1. At least 4.5 to 1 can be read.`;
    expect(noteOf('program_group', 'line_color', '#000000')).toBe(contrast('21'));
    expect(noteOf('program_group', 'line_color', '#777777')).toBe(contrast('4.4'));
    expect(noteOf('program_group', 'line_color', 'red')).toBeUndefined();
    expect(noteOf('program_group', 'path', ' hm ')).toBe('Address: /hm');
  });

  it('is the window, the total and every payment of a term', () => {
    expect(derivedLines('payment_term', term, today)).toEqual([
      'Open for 31 days',
      'Total: $4,400.50',
      'Mon 03/01/2027: $1,500.00',
      'Mon 05/31/2027: $1,450.25',
      'Wed 06/30/2027: $1,450.25',
    ]);
  });

  it('is one payment of a term that is paid in full', () => {
    const full = {
      ...term,
      payment_term_type: 'paymentTermTypeFull',
      amount: '0',
      number_payments: '1',
      from_dt: '',
    };
    expect(derivedLines('payment_term', full, today)).toEqual([
      'Total: $1,500.00',
      'Mon 02/01/2027: $1,500.00',
    ]);
  });

  it('is nothing of a term that cannot be read yet', () => {
    expect(derivedLines('payment_term', { ...term, amount: 'many', thru_dt: '' }, today)).toEqual([]);
    expect(derivedLines('payment_term', { ...term, number_payments: '0', thru_dt: '' }, today)).toEqual([]);
  });

  it('is what is left by a discount, and what a surcharge adds', () => {
    const share = { amount_flat: '', amount_percentage: '5' };
    expect(derivedLines('discount', share, today)).toEqual(['Of a price of $4,200.00, $3,990.00 is left']);
    expect(derivedLines('surcharge', { ...share, amount_percentage: '3' }, today)).toEqual([
      'A price of $4,200.00 is charged $126.00 more',
    ]);
    expect(derivedLines('discount', { amount_flat: '', amount_percentage: '' }, today)).toEqual([]);
  });

  it('is that a school which is switched off does not open at its hour', () => {
    const school = { is_active: false, opens_at: '03/01/2027 8:00 AM' };
    const told = ['The school is switched off, so it doesn’t open at this hour.'];
    expect(derivedLines('period_group', school, today)).toEqual(told);
    expect(derivedLines('period_group', { ...school, is_active: true }, today)).toEqual([]);
    expect(derivedLines('period_group', { ...school, opens_at: '' }, today)).toEqual([]);
  });

  it('is the weekday of a day, and the amount of a percentage', () => {
    expect(noteOf('payment_term', 'from_dt', '09/01/2027')).toBe('Wed 09/01/2027');
    expect(noteOf('payment_term', 'from_dt', 'today+30d')).toBe('Wed 03/03/2027');
    expect(noteOf('period_group', 'opens_at', '03/01/2027 8:00 AM')).toBe('Mon 03/01/2027');
    expect(noteOf('surcharge', 'amount_percentage', '3 %')).toBe('$126.00 of $4,200.00');
    expect(noteOf('company', 'card_fee_cap', '3')).toBe('$126.00 of $4,200.00');
    expect(noteOf('addon', 'name', '3')).toBeUndefined();
  });
});
