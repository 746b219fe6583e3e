import { m } from '#i18n/messages.js';
import { formatMoney, type Cents } from '#kit/money.ts';
import { Refusal, refusals, type RefusalKind } from '#kit/refusal.ts';

/** Every expected "no" of pricing. */
export const pricingRefusals = refusals({
  /** T7 */
  term_no_longer_available: { status: 422, say: () => m.server_term_no_longer_available() },
  addon_not_offered: { status: 422, say: () => m.contract_addon_unavailable() },
  discount_not_offered: { status: 422, say: () => m.contract_discount_unavailable() },
  aid_not_accepted: { status: 422, say: () => m.contract_aid_not_accepted() },
  aid_not_needed: { status: 422, say: () => m.contract_aid_not_needed() },
  aid_below_minimum: {
    status: 422,
    say: (data: { minimumCents: Cents }) => m.contract_aid_minimum({ minimum: formatMoney(data.minimumCents) }),
  },
  aid_above_maximum: {
    status: 422,
    say: (data: { maximumCents: Cents }) => m.contract_aid_maximum({ maximum: formatMoney(data.maximumCents) }),
  },
  aid_balance_overdue: {
    status: 422,
    say: (data: { fullTerm: string | null }) =>
      data.fullTerm === null
        ? m.contract_aid_balance_overdue()
        : m.contract_aid_balance_overdue_offer({ term: data.fullTerm }),
  },
});

/** A refusal that stands under the field at fault, by its wire name (C5). */
export function refuseField<Data>(
  kind: RefusalKind<Data>,
  field: string,
  ...[data]: undefined extends Data ? [] : [Data]
): Refusal<Data> {
  return new Refusal(kind, { data, field_errors: { [field]: [kind.say(data as Data)] } });
}
