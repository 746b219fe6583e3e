import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import type { Quote } from '#modules/pricing/pricing.contract.ts';
import { Notice } from '#app/ui/notice.tsx';
import { priceChanges, type PriceChange } from './price-changes.ts';

function changeText({ text, was, now }: PriceChange): string {
  if (was === null) return m.contract_price_changed_new({ what: text, now: formatMoney(now!) });
  if (now === null) return m.contract_price_changed_gone({ what: text, was: formatMoney(was) });
  return m.contract_price_changed_row({ what: text, now: formatMoney(now), was: formatMoney(was) });
}

/** Says row by row what a renewed quote has changed, before anything is charged (P5). */
export function PriceChangeNotice({
  before,
  after,
  typeKey,
}: {
  before: Quote;
  after: Quote;
  typeKey: string;
}) {
  const changes = priceChanges(before, after, typeKey);
  return (
    <Notice tone="warning" role="alert" title={m.contract_price_changed()}>
      {changes.length > 0 && (
        <ul className="figures">
          {changes.map((change) => (
            <li key={change.text}>{changeText(change)}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
