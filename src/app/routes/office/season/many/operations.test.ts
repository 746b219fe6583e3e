import { describe, expect, it } from 'vitest';
import { blankFields } from '#app/routes/office/season/objects/typed-fields.ts';
import { actText } from './act-words.ts';
import { operationsOf, readAct } from './operations.ts';

const PRICE = {
  many_types: ['full'],
  many_names: [],
  rule_by: 'percent_down',
  rule_value: '2.5',
  rule_unit: '500',
};

/** @shows SE12.1 */
describe('the forms of many changes', () => {
  it('read a rule of prices as people type it, and say it in words', () => {
    const rule = { by: { kind: 'percent', value: -2_500 }, unit: 500 };
    const act = { act: 'price', of: ['full'], names: [], rule } as const;
    expect(readAct('price', 'route', PRICE)).toEqual({ act });
    expect(actText('route', act as never)).toBe('Paid in full: Down 2.5%, rounded to $5.00');
  });

  it.each([
    ['price', { ...PRICE, rule_value: 'a lot' }, 'rule_value'],
    ['price', { ...PRICE, many_types: [] }, 'many_types'],
    ['move_window', { many_from: 'x', many_thru: '7' }, 'many_from'],
    ['scheduled_day', { scheduled_dt: 'soon' }, 'scheduled_dt'],
    ['capacity', { many_seats_by: 'set', many_seats: '' }, 'many_seats'],
    ['end', { many_part: '' }, 'many_part'],
    ['change', { many_part: 'addon:Late bus', many_field: '' }, 'many_field'],
    ['set', { many_field: '' }, 'many_field'],
  ] as const)('name the field of %s that cannot be read', (operation, typed, wrong) => {
    expect(readAct(operation, 'route', typed as never)).toMatchObject({ wrong });
  });

  it('send fields as a season file has them', () => {
    const typed = { many_part: 'addon:Late bus', many_field: 'amount', amount: '$1,250.50' };
    expect(readAct('change', 'route', typed)).toEqual({
      act: { act: 'change', kind: 'addon', name: 'Late bus', fields: { amount: 1250.5 } },
    });
    const added = readAct('add_addon', 'route', { ...blankFields('addon'), name: 'late', amount: '200' });
    expect(added).toMatchObject({
      act: { act: 'add', kind: 'addon', fields: { name: 'late', amount: 200 } },
    });
    expect(readAct('window', 'route', { from_dt: '03/01/2027', thru_dt: '' })).toEqual({
      act: { act: 'window', from_dt: '2027-03-01' },
    });
    expect(readAct('on_off', 'route', { is_active: false })).toEqual({
      act: { act: 'set', fields: { is_active: false } },
    });
  });

  it('switch a school on with its opening hour, and leave it as it is without one', () => {
    const hours = (opens_at: string) => readAct('hours', 'period_group', { opens_at, closes_at: '' });
    expect(hours('03/01/2027 8:00 AM')).toEqual({
      act: { act: 'set', fields: { opens_at: '2027-03-01T08:00', closes_at: null, is_active: true } },
    });
    expect(hours('')).toEqual({ act: { act: 'set', fields: { opens_at: null, closes_at: null } } });
  });

  it('are those of what is chosen, and without amounts for staff without the right to money', () => {
    expect(operationsOf('period_group', { seesMoney: true })).toEqual(['on_off', 'hours', 'set']);
    expect(operationsOf('route', { seesMoney: true })).toContain('price');
    for (const kind of ['route', 'period_program'] as const)
      expect(operationsOf(kind, { seesMoney: false })).not.toContain('price');
  });
});
