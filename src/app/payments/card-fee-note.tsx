import { m } from '#i18n/messages.js';
import type { Funding } from '#modules/billing/methods/funding.states.ts';

const KNOWN: Partial<Record<Funding, () => string>> = {
  debit: m.contract_debit_no_fee,
  prepaid: m.contract_prepaid_no_fee,
};

/** Before a number is typed, and again once the kind of the card is known (MS11). */
export function CardFeeNote({ funding }: { funding: Funding | null }) {
  const say = (funding && KNOWN[funding]) ?? m.contract_debit_cards_no_fee;
  return (
    <p aria-live="polite" className="text-ink-soft">
      {say()}
    </p>
  );
}
