import { m } from '#i18n/messages.js';
import { formatMoney, type Cents } from '#kit/money.ts';
import { refusals } from '#kit/refusal.ts';
import { SMALLEST_CHARGE } from '#modules/catalog/smallest-charge.ts';

export const pricingRefusals = refusals({
  /** MC1: below the smallest charge of a processor */
  charge_too_small: {
    status: 422,
    say: () => m.server_charge_too_small({ least: formatMoney(SMALLEST_CHARGE) }),
  },
  /** T7 */
  term_no_longer_available: { status: 422, say: () => m.server_term_no_longer_available() },
  /** O1 */
  addon_not_offered: { status: 422, say: () => m.contract_addon_unavailable() },
  /** A7 */
  aid_not_accepted: { status: 422, say: () => m.contract_aid_not_accepted() },
  aid_not_needed: { status: 422, say: () => m.contract_aid_not_needed() },
  /** A2 */
  aid_below_minimum: {
    status: 422,
    say: (data: { minimumCents: Cents }) =>
      m.contract_aid_minimum({ minimum: formatMoney(data.minimumCents) }),
  },
  aid_above_maximum: {
    status: 422,
    say: (data: { maximumCents: Cents }) =>
      m.contract_aid_maximum({ maximum: formatMoney(data.maximumCents) }),
  },
  /** A4 */
  aid_balance_overdue: {
    status: 422,
    say: (data: { fullTerm: string | null }) =>
      data.fullTerm === null
        ? m.contract_aid_balance_overdue()
        : m.contract_aid_balance_overdue_offer({ term: data.fullTerm }),
  },
});
