import { expect, test } from 'vitest';
import type { BoardSchool } from '#modules/office/seasons/board.contract.ts';
import { placeOf } from './see-as-parent.tsx';

const listed = (...ids: number[]) => ids.map((id) => ({ id }));

const school = {
  id: 1,
  path: 'hm',
  period_group: { id: 2, printables: listed(3) },
  programs: [
    {
      id: 10,
      period_program: { id: 11 },
      surcharges: listed(12),
      grades: listed(13),
      routes: [
        { id: 20, terms: listed(21), addons: listed(22), discounts: listed(23) },
        { id: 30, terms: listed(31), addons: [], discounts: [] },
      ],
    },
  ],
} as unknown as BoardSchool;

/** @shows SE2.4 SE7.1 */
test.each([
  ['program_group', 1, { school: 'hm' }],
  ['period_group', 2, { school: 'hm' }],
  ['printable', 3, { school: 'hm' }],
  ['program', 10, { school: 'hm', program: 10 }],
  ['period_program', 11, { school: 'hm', program: 10 }],
  ['surcharge', 12, { school: 'hm', program: 10 }],
  ['grade', 13, { school: 'hm', program: 10 }],
  ['route', 30, { school: 'hm', program: 10 }],
  ['payment_term', 31, { school: 'hm', program: 10 }],
  ['addon', 22, { school: 'hm', program: 10 }],
  ['discount', 23, { school: 'hm', program: 10 }],
  ['period', 4, {}],
  ['route', 99, {}],
] as const)('what a parent sees of %s %i is on the page of its program or school', (kind, id, place) => {
  expect(placeOf([school], { kind, id })).toEqual(place);
});
