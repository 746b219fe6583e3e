import type { PayoutRow } from '#modules/billing/processor-books/payouts.contract.ts';
import { addsUpText } from '#modules/billing/processor-books/payout-list.ts';
import { Money } from '#app/ui/money.tsx';

/** Whether the lines of a payout come to the sum, with the missing amount. */
export function AddsUp({ payout }: { payout: PayoutRow }) {
  if (payout.adds_up !== false) return <span>{addsUpText(payout)}</span>;
  return (
    <b className="text-red">
      <span>{addsUpText(payout)}</span> <Money amount={payout.missing_cents} />
    </b>
  );
}
