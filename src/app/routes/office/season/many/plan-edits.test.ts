import { describe, expect, it } from 'vitest';
import type { ManyAnswer } from '#modules/catalog/planning/many.contract.ts';
import { editedPlan, NO_EDITS, problemsByRow } from './plan-edits.ts';

const term = { kind: 'payment_term', names: ['Elmhurst', 'K–8', 'Round trip', 'full'] } as const;
const PLAN = {
  changes: [
    { op: 'update', kind: 'payment_term', id: 5, version: 2, fields: { deposit: 4370, amount: 0 } },
    { op: 'end', kind: 'addon', id: 9, version: 1 },
  ],
  rows: [
    { ...term, change: 0, id: 1, field: 'deposit', old: 4200, value: 4370 },
    { ...term, change: 0, id: 1, field: 'amount', old: 10, value: 0 },
    { ...term, kind: 'addon', change: 1, id: 2, field: 'is_active', old: true, value: false },
  ],
  left_out: [],
} as unknown as ManyAnswer;

/** @shows SE12.2 */
describe('a plan that staff edit', () => {
  it('is saved as shown where nothing is typed', () => {
    expect(editedPlan(PLAN, NO_EDITS)).toEqual({ changes: PLAN.changes, places: [0, 1] });
  });

  it('has the typed value, and leaves out a value that is typed as it was', () => {
    const typed = { '0.deposit': '$4,400', '0.amount': '10.00' };
    const [change] = editedPlan(PLAN, { ...NO_EDITS, typed }).changes;
    expect(change).toMatchObject({ fields: { deposit: 4400 } });
    expect(change).not.toHaveProperty('fields.amount');
  });

  it('leaves out an object that is taken out, and a change of nothing', () => {
    const typed = { '0.deposit': '4200', '0.amount': '10' };
    expect(editedPlan(PLAN, { typed, out: new Set([2]) })).toEqual({ changes: [], places: [] });
    expect(editedPlan(PLAN, { typed, out: new Set() }).places).toEqual([1]);
  });

  it('sends what cannot be read, so that its rule answers at its place', () => {
    const edited = editedPlan(PLAN, { typed: { '0.deposit': 'a lot' }, out: new Set() });
    expect(edited.changes[0]).toMatchObject({ fields: { deposit: 'a lot' } });
    const problem = { change: 0, field: 'deposit', code: 'dollars', sentence: 'Deposit must be an amount.' };
    const whole = { change: 1, field: null, code: 'in_use', sentence: 'In use.' };
    expect(problemsByRow([problem, whole], PLAN, edited.places)).toEqual({
      '0.deposit': ['Deposit must be an amount.'],
      '1.is_active': ['In use.'],
    });
  });
});
