import { m } from '#i18n/messages.js';
import { cents, type Cents } from '#kit/money.ts';
import { AMENDMENT_STATE_TEXTS } from '#modules/orders/amendment-state-texts.ts';
import type { OrderAmendments } from '#modules/orders/amendments/amendments.contract.ts';
import { changesText } from '#modules/orders/contract-changes.ts';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { signedMoney } from './amendment-plan.tsx';

type Amendment = Pick<
  OrderAmendments['amendments'][number],
  'number' | 'state' | 'changes' | 'proposed_at'
> & { difference_cents: Cents | number | null };

/** An amendment in a list: state, what changes, and the difference to who may read amounts. */
export function AmendmentLines({ amendment }: { amendment: Amendment }) {
  const dayText = useCompanyDay();
  const { number, state, changes, difference_cents, proposed_at } = amendment;
  const said = { number, state: AMENDMENT_STATE_TEXTS[state](), day: dayText(proposed_at) };
  return (
    <>
      <b>{m.office_change_earlier(said)}</b>
      <span className="block wrap-anywhere">{changesText(changes)}</span>
      {difference_cents !== null && (
        <span className="figures block">{signedMoney(cents(difference_cents))}</span>
      )}
    </>
  );
}
