import { expect, it } from 'vitest';
import { textAddress } from '#modules/catalog/text-address.ts';
import { placeName, textOfAddress } from './text-names.ts';

const REF = { field: 'contract_text', kind: 'period_program', id: 12 } as const;

/** @shows SE4.1 */
it('the address of a text names its field and its object', () => {
  expect(textAddress(REF)).toBe('/admin/texts/contract_text/period_program:12');
  expect(textOfAddress({ field: 'contract_text', owner: 'period_program:12' })).toEqual(REF);
});

/** @shows SE4.1 */
it.each([['period_program'], ['period_program:0'], ['nothing:1'], ['route:1x'], [':1']])(
  '%j is the owner of no text',
  (owner) => expect(textOfAddress({ field: 'faq', owner })).toBeUndefined(),
);

/** @shows SE4.1 */
it('the place of a text leaves out what it is not of', () => {
  const none = { school: null, program: null, route: null, owner: null };
  expect(placeName({ ...none, school: 'Hillmark', program: 'Lower' })).toBe('Hillmark · Lower');
  expect(placeName({ ...none, owner: 'Harborline' })).toBe('Harborline');
});
