import { describe, expect, it } from 'vitest';
import { isSameHome } from './same-home.ts';

const HOME = { address: '12 Elm Street', zip: '10701' };

describe('a home', () => {
  it.each([
    ['with the street shortened', { address: '12 elm st.', zip: '10701' }],
    ['with nine digits of the ZIP code', { address: '12 Elm Street', zip: '10701-1234' }],
    ['with other blanks and marks', { address: ' 12  Élm Street ', zip: '10701' }],
  ])('is the same %s', (_, other) => {
    expect(isSameHome(HOME, other)).toBe(true);
  });

  it.each([
    ['another house', { address: '13 Elm Street', zip: '10701' }],
    ['another street', { address: '12 Elm Avenue', zip: '10701' }],
    ['another ZIP code', { address: '12 Elm Street', zip: '10702' }],
  ])('is not %s', (_, other) => {
    expect(isSameHome(HOME, other)).toBe(false);
  });

  it('without a street is nobody else’s', () => {
    expect(isSameHome({ address: '', zip: '10701' }, { address: ' ', zip: '10701' })).toBe(false);
  });
});
