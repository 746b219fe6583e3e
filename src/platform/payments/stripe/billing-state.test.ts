import { expect, it } from 'vitest';
import { billingStateOf } from './billing-state.ts';

it('only an address of the United States has a state', () => {
  expect(billingStateOf({ postal_code: '10115', country: 'US' })).toBe('NY');
  expect(billingStateOf({ postal_code: '10115', country: 'DE' })).toBeNull();
  expect(billingStateOf({ postal_code: '10115', country: null })).toBeNull();
  expect(billingStateOf({ postal_code: null, country: 'US' })).toBeNull();
  expect(billingStateOf(null)).toBeNull();
});
