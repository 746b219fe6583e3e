import { describe, expect, it } from 'vitest';
import { confirmationOf, isShownInFields } from './enter-method.ts';

/** @shows MS11.3 */
describe('an error of the processor’s fields', () => {
  it.each([
    [{ type: 'validation_error' }],
    [{ type: 'card_error', code: 'card_declined', decline_code: 'generic_decline' }],
    [{ type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' }],
    [{ type: 'card_error', code: 'incorrect_cvc' }],
    [{ type: 'card_error', code: 'expired_card' }],
  ] as const)('that the fields show is not said again below: %o', (error) =>
    expect(isShownInFields(error)).toBe(true),
  );

  it.each([
    [{ type: 'card_error', code: 'card_declined', decline_code: 'do_not_honor' }],
    [{ type: 'card_error', code: 'processing_error' }],
    [{ type: 'api_connection_error' }],
    [{ type: 'api_error', code: 'insufficient_funds' }],
    [{ type: 'invalid_request_error', code: 'setup_intent_authentication_failure' }],
  ] as const)('that the fields keep for themselves is said below: %o', (error) =>
    expect(isShownInFields(error)).toBe(false),
  );
});

/** @shows MS12.7 */
describe('a confirmed entry', () => {
  const BACK = 'https://ride.example/order/return?entry=method';
  const holder = { name: 'Rowan Alder', email: 'rowan@example.com' };
  const stripe = {} as never;

  it('has the typed fields, their holder and a page of ours for the way back', () => {
    const elements = {} as never;
    expect(confirmationOf({ stripe, elements }, holder, BACK)).toEqual({
      elements,
      confirmParams: { payment_method_data: { billing_details: holder }, return_url: BACK },
    });
  });

  it('has the token of a wallet alone, whose holder the wallet has told', () => {
    expect(confirmationOf({ stripe, confirmation_token: 'ctoken_1' }, holder, BACK)).toEqual({
      confirmParams: { confirmation_token: 'ctoken_1', return_url: BACK },
    });
  });
});
