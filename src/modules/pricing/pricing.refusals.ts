import { m } from '#i18n/messages.js';
import { refusals } from '#kit/refusal.ts';

export const pricingRefusals = refusals({
  /** T7 */
  term_no_longer_available: { status: 422, say: () => m.server_term_no_longer_available() },
});
