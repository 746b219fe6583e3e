import { m } from '#i18n/messages.js';
import { capOfPrice, type Quote } from '#modules/pricing/quoted-prices.ts';
import { formatMoney, type Cents } from '#kit/money.ts';
import { classNames } from '#app/ui/class-names.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Money } from '#app/ui/money.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { ShownPriceKey } from '#app/routes/contract/wizard/later-payment.ts';
import { cappedCardText } from './capped-card-text.ts';
import { feeRows, pricedTypesOf } from './fee-rows.ts';
import { priceChanges, type PriceChange } from './price-changes.ts';

const headings = {
  paymentTypeAch: m.contract_by_bank,
  paymentTypeCreditCard: m.contract_by_card,
  debit_card: m.contract_by_debit_card,
  paymentTypeNone: m.contract_nothing_due,
};

function headingOf(key: ShownPriceKey): string {
  const cap = capOfPrice(key);
  return cap === undefined ? headings[key as keyof typeof headings]() : cappedCardText(cap);
}

type ChoiceProps = { typeKey: ShownPriceKey; isChosen: boolean };

function TypeHeading({ typeKey, isChosen }: ChoiceProps) {
  return (
    <th
      scope="col"
      className={classNames('px-1 py-2 text-right sm:px-2 align-bottom', isChosen && 'bg-bus-wash')}
    >
      <span>{headingOf(typeKey)}</span>
      {isChosen && (
        <span className="flex items-center justify-end gap-1 text-sm font-semibold">
          <Icon name="check" className="hidden size-4 sm:block" />
          <span>{m.contract_your_choice()}</span>
        </span>
      )}
    </th>
  );
}

function FeeCell({ amount, fee, isChosen }: { amount: Cents; fee?: Cents; isChosen: boolean }) {
  return (
    <td className={classNames('px-1 py-2 text-right sm:px-2', isChosen && 'bg-bus-wash')}>
      <Money amount={amount} />
      {fee !== undefined && fee > 0 && (
        <span className="block text-sm text-ink-soft">
          {m.contract_schedule_with_fee({ fee: formatMoney(fee) })}
        </span>
      )}
    </td>
  );
}

export function FeeTable({ quote, chosen }: { quote: Quote; chosen: ShownPriceKey }) {
  const pricedTypes = pricedTypesOf(quote, chosen);
  return (
    <table className="w-full border-collapse text-left text-sm sm:text-base">
      <caption className="sr-only">{m.contract_fee_table()}</caption>
      <thead>
        <tr className="border-b-2 border-ink text-sm">
          <th scope="col" className="py-2 pr-1 sm:pr-3 font-semibold text-ink-soft">
            {m.contract_fee_table_for()}
          </th>
          {pricedTypes.map(({ typeKey }) => (
            <TypeHeading key={typeKey} typeKey={typeKey} isChosen={typeKey === chosen} />
          ))}
        </tr>
      </thead>
      <tbody>
        {feeRows(quote, chosen).map((row) => (
          <tr key={row.text} className={classNames('border-b border-hair', row.isTotal && 'font-bold')}>
            <th
              scope="row"
              className={classNames('py-2 pr-1 sm:pr-3', row.isTotal ? 'font-bold' : 'font-normal')}
            >
              {row.text}
            </th>
            {row.amounts.map((amount, i) => (
              <FeeCell
                key={pricedTypes[i]?.typeKey}
                amount={amount}
                fee={row.fees?.[i]}
                isChosen={pricedTypes[i]?.typeKey === chosen}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function changeText({ text, was, now }: PriceChange): string {
  if (was === null) return m.contract_price_changed_new({ what: text, now: formatMoney(now!) });
  if (now === null) return m.contract_price_changed_gone({ what: text, was: formatMoney(was) });
  return m.contract_price_changed_row({ what: text, now: formatMoney(now), was: formatMoney(was) });
}

/** Lists the changed rows of a renewed quote, before any charge (P5). */
export function PriceChangeNotice({
  before,
  after,
  typeKey,
}: {
  before: Quote;
  after: Quote;
  typeKey: ShownPriceKey;
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
