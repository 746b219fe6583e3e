import { expect, test } from 'vitest';
import { changesText, type FieldChange } from './contract-changes.ts';

/** @shows OF5.8 */
test('a change is said by what it was and is, or by its new amounts where the name stays', () => {
  const changes: FieldChange[] = [
    { field: 'route', before: 'Round trip', after: 'Afternoon only' },
    { field: 'term', before: 'Three payments', after: 'Three payments' },
    { field: 'addons', before: null, after: 'Late bus' },
    { field: 'details', before: null, after: 'Details for the ride' },
  ];
  expect(changesText(changes).split('; ')).toEqual([
    'Route: Round trip → Afternoon only',
    'Payment term: Three payments, with new amounts',
    'Add-ons: None → Late bus',
    expect.stringMatching(/: Details for the ride$/),
  ]);
});
