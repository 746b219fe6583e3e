import { describe, expect, it } from 'vitest';
import { addressLine } from '#app/addresses/address-form.ts';
import { channelTexts } from './refund-texts.ts';

const home = { address: '12 Elm St', apt: '3B', city: 'Bronx', state: 'NY', zip: '10463' };
const erased = { address: '', apt: null, city: '', state: '', zip: '' };

/** @shows MP10.4 */
describe('a refund by check', () => {
  it('names the home address in the contract', () => {
    expect(channelTexts.check.text(home)).toBe('To the home address: 12 Elm St, 3B, Bronx, NY 10463');
  });

  it('of an erased contract asks for the address, and prints no commas for it', () => {
    expect(channelTexts.check.text(erased)).toContain('Ask the family where to send the check');
    expect(addressLine(erased)).toBe('Deleted');
  });
});
