import { m } from '#i18n/messages.js';
import type { DebitTerms } from '#modules/billing/methods/change-methods.contract.ts';
import { DebitTermsFields } from '#app/payments/debit-terms-fields.tsx';

/** The accepted terms in the form of a request (O4). */
export const acceptancesOf = (terms: DebitTerms | undefined) =>
  terms && [{ kind: 'ach' as const, text_hash: terms.text_hash }];

/** The authorization comes before any debit (reliability 3.1). */
export function DebitTermsPart({ terms }: { terms: DebitTerms | undefined }) {
  if (!terms) return null;
  return (
    <section aria-labelledby="pay-debits">
      <h2 id="pay-debits" className="text-lg font-bold">
        {m.dashboard_method_debits_title()}
      </h2>
      <p className="mt-1 text-ink-soft">{m.contract_pay_debits_text()}</p>
      <DebitTermsFields
        terms={terms.html}
        hash={terms.text_hash}
        label={m.dashboard_method_debits_accept()}
        changed={m.dashboard_method_debits_changed()}
      />
    </section>
  );
}
