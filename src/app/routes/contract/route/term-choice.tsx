import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { formatDate } from '#kit/plain-date.ts';
import { offeredTerms, showsEarlySignUpNotice } from '#modules/pricing/offered-terms.ts';
import type { PricedTerm, PriceList } from '#modules/pricing/price-list.ts';
import { sentenceText, termAmounts } from '#modules/pricing/price-texts.ts';
import { termText } from '#modules/pricing/term-text.ts';
import { termTotal } from '#modules/pricing/term-total.ts';
import { RadioGroup } from '#app/ui/fields/checkbox-field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { earlySaving } from './early-sign-up.ts';
import { chooseTerm } from '#app/routes/contract/wizard/transitions.ts';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';

/** The terms that may be chosen on the route of the draft (T7). */
export function useOfferedTerms(prices: PriceList | undefined): readonly PricedTerm[] {
  const { school, isStaff } = useWizard();
  return prices ? offeredTerms(prices.terms, school.info.date, isStaff) : [];
}

function EarlyNotice({ offered, prices }: { offered: readonly PricedTerm[]; prices: PriceList }) {
  const today = useWizard().school.info.date;
  if (!showsEarlySignUpNotice(prices.terms, today)) return null;
  const saving = earlySaving(offered, prices.terms, today);
  return (
    <Notice className="mb-3">
      {saving
        ? m.contract_early_saving({
            until: formatDate(saving.until),
            saves: formatMoney(saving.savesCents),
            term: saving.term.name,
          })
        : m.contract_early_notice()}
    </Notice>
  );
}

/** What a term costs and when it is paid, in the words of T9. */
function TermWords({ term }: { term: PricedTerm }) {
  const text = termText(term, useWizard().school.info.date);
  const { prefix, sentences } = text;
  return (
    <>
      {prefix && <span className="block font-semibold text-ink">{prefix}</span>}
      {sentences.map((sentence) => (
        <span key={sentence.says} className="block">
          {sentenceText(sentence)}
        </span>
      ))}
      <span className="figures block">{termAmounts(text)}</span>
    </>
  );
}

/** The payment terms of the chosen route (contracts.md §2, T7 to T9). */
export function TermRadios({ prices, error }: { prices: PriceList; error?: string }) {
  const { draft, change, offer } = useWizard();
  const offered = useOfferedTerms(prices);
  if (offered.length === 0) return <Notice tone="warning">{m.contract_no_terms()}</Notice>;
  return (
    <div>
      <RadioGroup
        name="payment_term_id"
        label={m.contract_payment_term()}
        legendClassName="mb-3 text-lg font-bold"
        required
        error={error}
        note={<EarlyNotice offered={offered} prices={prices} />}
        choices={offered.map((term) => ({
          value: String(term.id),
          label: term.name,
          textAfter: <TermWords term={term} />,
          aside: formatMoney(termTotal(term)),
          checked: draft.program.payment_term === term.id,
        }))}
        input={{
          onChange: (event) => {
            const id = Number(event.target.value);
            const term = offer.route?.payment_terms.find((each) => each.id === id);
            if (term) change((known) => chooseTerm(known, term));
          },
        }}
      />
    </div>
  );
}
