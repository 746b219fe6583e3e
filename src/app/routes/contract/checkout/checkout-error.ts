import { m } from '#i18n/messages.js';
import { ApiError } from '#app/api/api-error.ts';

const areSentences = (said: unknown): said is string[] =>
  Array.isArray(said) && said.length > 0 && said.every((part) => typeof part === 'string');

/** A list line by line, a text unchanged; any other shape gets an apology. */
function toldBy(error: unknown): string {
  const said = error instanceof ApiError ? error.data.said : undefined;
  if (areSentences(said)) return said.join('\n');
  return typeof said === 'string' && said !== '' ? said : m.contract_checkout_unexpected();
}

/** The sentence above Checkout after a failed order (contracts.md §8). */
export function checkoutErrorText(error: unknown): string {
  return m.contract_checkout_error({ said: toldBy(error) });
}
