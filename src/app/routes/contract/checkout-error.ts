import { m } from '#i18n/messages.js';
import { ApiError } from '../../api/api-error.ts';

/** The sentence above the checkout after a failed order (contracts.md §8). */
export function checkoutErrorText(error: unknown): string {
  const said = error instanceof ApiError ? error.data.errors.join('\n') : m.contract_checkout_unexpected();
  return m.contract_checkout_error({ said });
}
