import { describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { OBJECT_KINDS } from '#modules/catalog/objects/object-kinds.ts';
import { hasObjectLabel } from '#modules/catalog/objects/object-labels.ts';
import { hasChoiceText } from './choice-texts.ts';
import {
  blankFields,
  changedFields,
  formFieldsOf,
  readDay,
  toTyped,
  toWire,
  type FormField,
} from './typed-fields.ts';

const fieldOf = (kind: (typeof OBJECT_KINDS)[number], name: string): FormField =>
  formFieldsOf(kind).find((field) => field.name === name)!;

/** @shows SE2.1 */
describe('the form of every kind of object', () => {
  const all = OBJECT_KINDS.flatMap((kind) => formFieldsOf(kind).map((field) => ({ kind, ...field })));

  it('has each declared field, and a label of its own for each', () => {
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter(({ name }) => !hasObjectLabel(name)).map(({ name }) => name)).toEqual([]);
  });

  it('has words for each value of a choice', () => {
    const values = all.flatMap(({ type }) => (type.takes === 'choice' ? type.values : []));
    expect(values.filter((value) => !hasChoiceText(value))).toEqual([]);
  });

  it('says which objects a field may name', () => {
    expect(fieldOf('program_group', 'division').refersTo).toBe('division');
    expect(fieldOf('payment_term', 'payment_term_type').refersTo).toBeUndefined();
    expect(fieldOf('company', 'refund_periods').type).toEqual({ takes: 'names', of: 'period' });
  });
});

/** @shows SE2.2 */
describe('a typed value', () => {
  it.each([
    ['from_dt', '09/01/2027', '2027-09-01'],
    ['from_dt', '9/1/2027', '2027-09-01'],
    ['from_dt', '2027-09-01', '2027-09-01'],
    ['from_dt', ' today+30d ', 'today+30d'],
    ['from_dt', '', null],
    ['from_dt', 'soon', 'soon'],
    ['deposit', '4200', 4200],
    ['deposit', '4,200.50', 4200.5],
    ['deposit', '$4,200', 4200],
    ['deposit', '1,50', '1,50'],
    ['deposit', '', ''],
    ['number_payments', '3', 3],
    ['number_payments', 'three', 'three'],
    ['payment_term_type', 'paymentTermTypeFull', 'paymentTermTypeFull'],
    ['is_admin_only', true, true],
    ['prefix_text', ' ', null],
  ])('of a term, %s as %s, is read as in a season file', (name, typed, wire) => {
    expect(toWire(fieldOf('payment_term', name), typed)).toEqual(wire);
  });

  it.each([
    ['3', 3],
    ['7.5 %', 7.5],
    ['a third', 'a third'],
    ['', null],
  ])('of a percentage, %s, is read', (typed, wire) => {
    expect(toWire(fieldOf('surcharge', 'amount_percentage'), typed)).toEqual(wire);
  });

  it('of a capacity may be no limit', () => {
    const capacity = fieldOf('route', 'capacity');
    expect([toWire(capacity, 'No limit'), toWire(capacity, ''), toWire(capacity, '44')]).toEqual([
      null,
      null,
      44,
    ]);
  });

  it('of the company may list states and their percentages', () => {
    const caps = fieldOf('company', 'card_fee_state_caps');
    expect(toWire(caps, 'ny 2.5\nco 2 %\nwest')).toEqual({ NY: 2500, CO: 2000, WEST: 'west' });
    expect(toTyped(caps, { NY: 2500 })).toBe('NY 2.5');
    expect(toWire(fieldOf('company', 'card_fee_free_states'), 'ct, ma')).toEqual(['CT', 'MA']);
    expect(toWire(fieldOf('company', 'second_person_above_cents'), '$500.00')).toBe(50_000);
    expect(toWire(fieldOf('company', 'half_rounding_unit_cents'), '100')).toBe(100);
  });

  /** @shows SE8.6 */
  it.each([
    ['03/01/2027 8:00 AM', '2027-03-01T08:00'],
    ['03/01/2027 1:05:09 PM', '2027-03-01T13:05:09'],
    ['3/1/2027, 12:05 pm', '2027-03-01T12:05'],
    ['2027-03-01 12 a.m.', '2027-03-01T00:00'],
    ['2027-03-01T08:00', '2027-03-01T08:00'],
    ['2027-11-07T01:30-05:00', '2027-11-07T01:30-05:00'],
    ['noon', 'noon'],
    ['', null],
  ])('of an hour, %s, is read as in a season file', (typed, wire) => {
    expect(toWire(fieldOf('period_group', 'opens_at'), typed)).toBe(wire);
  });

  /** @shows SE8.6 */
  it('of an hour stands as people write it, and names its offset where the file does', () => {
    const shown = (wire: string) => toTyped(fieldOf('period_group', 'opens_at'), wire);
    expect(shown('2026-11-28T21:04:20')).toBe('11/28/2026 9:04:20 PM');
    expect([shown('2027-03-01T08:00'), shown('2027-03-01T00:05'), shown('2027-03-01T12:00')]).toEqual([
      '03/01/2027 8:00 AM',
      '03/01/2027 12:05 AM',
      '03/01/2027 12:00 PM',
    ]);
    expect(shown('2027-11-07T01:30-05:00')).toBe('2027-11-07T01:30-05:00');
  });

  it('of a school may list old paths, and of the company the days until work is late', () => {
    const paths = fieldOf('program_group', 'old_paths');
    expect(toWire(paths, 'hill\nhm-old')).toEqual(['hill', 'hm-old']);
    expect(toTyped(paths, ['hill', 'hm-old'])).toBe('hill\nhm-old');
    const ages = fieldOf('company', 'work_ages');
    const wire = { requests: { amber: 2, red: 5 } };
    expect([toWire(ages, 'requests 2 5'), toTyped(ages, wire)]).toEqual([wire, 'requests 2 5']);
    expect(toWire(ages, 'requests soon')).toEqual({ requests: { amber: 'soon', red: undefined } });
  });

  it('of a day is known as a day while typing', () => {
    const today = plainDate('2027-02-01');
    expect(readDay('today+30d', today)).toBe('2027-03-03');
    expect(readDay('02/30/2027', today)).toBeUndefined();
  });
});

describe('what a form sends', () => {
  const fields = formFieldsOf('addon');
  const seen = { name: 'Tea', text: 'Tea', amount: '5.00', is_admin_only: false, is_active: true };

  it('is what differs from what was read', () => {
    expect(changedFields(fields, { ...seen, amount: '6' }, seen)).toEqual({ amount: 6 });
    expect(changedFields(fields, seen, seen)).toEqual({});
  });

  it('of a new object is every field but empty ones', () => {
    expect(changedFields(fields, seen, undefined)).toEqual({ ...seen, amount: 5 });
    const term = changedFields(formFieldsOf('payment_term'), blankFields('payment_term'), undefined);
    expect(term).toEqual({
      name: '',
      identifier: '',
      payment_term_type: '',
      deposit: '',
      amount: 0,
      number_payments: 1,
      is_admin_only: false,
      is_active: true,
    });
  });

  it('of a new school begins with the defaults of a season file', () => {
    expect(blankFields('program_group')).toMatchObject({
      is_on_home_page: true,
      line_color: '#4a5672',
      is_active: true,
    });
    expect(blankFields('period_group')).toMatchObject({
      becomes_current: true,
      opens_at: '',
      is_active: false,
    });
  });

  it('of a new school year begins as a draft', () => {
    expect(blankFields('period').is_draft).toBe(true);
  });
});
