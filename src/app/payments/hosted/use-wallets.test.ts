import { describe, expect, it } from 'vitest';
import { previewOf } from './use-wallets.ts';

const tokenOf = (card: object | undefined) =>
  ({ id: 'ctoken_1', payment_method_preview: { type: 'card', card } }) as never;

/** @shows MS12.1 */
describe('the card that a wallet releases', () => {
  it.each(['credit', 'debit', 'prepaid', 'unknown'])('is known by kind and last digits: %s', (funding) => {
    expect(previewOf(tokenOf({ brand: 'visa', last4: '5556', funding }))).toEqual({
      confirmation_token: 'ctoken_1',
      brand: 'Visa',
      ident: '****5556',
      funding,
    });
  });

  it('is of an unknown kind where Stripe has a new word', () => {
    expect(previewOf(tokenOf({ brand: 'elo', last4: '5556', funding: 'charge' }))).toMatchObject({
      brand: 'Card',
      funding: 'unknown',
    });
  });

  it('is none where the wallet releases something else', () => {
    expect(previewOf(tokenOf(undefined))).toBeUndefined();
  });
});
