import { m } from '#i18n/messages.js';
import { cents, formatMoney, sum } from '#kit/money.ts';
import { formatDateWithWeekday } from '#kit/plain-date.ts';
import type { TypeQuote } from '#modules/pricing/quoted-prices.ts';
import { Money } from '#app/ui/money.tsx';

type Row = { text: string; amount: number };

function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <ul className="grid gap-1">
      {rows.map(({ text, amount }) => (
        <li key={`${text}-${amount}`} className="flex justify-between gap-4">
          <span className="min-w-0 wrap-anywhere">{text}</span>
          <Money amount={cents(amount)} />
        </li>
      ))}
    </ul>
  );
}

/** A card's fee, where the price by card differs: the family chooses the payment method later. */
type CardTotal = { due_today_cents: number } | undefined;

/** The lines of a price, what is due today, and the later payments. */
export function OfferPrice({ priced, credit }: { priced: TypeQuote; credit?: CardTotal }) {
  const { lines, due_today_cents, later, year_total_cents } = priced;
  const isDearer = credit && credit.due_today_cents > due_today_cents;
  return (
    <div className="grid gap-3">
      <Rows rows={lines.map(({ text, amount_cents }) => ({ text, amount: amount_cents }))} />
      <p className="flex items-baseline justify-between gap-4 border-t border-hair pt-3 text-lg font-bold">
        <span>{m.contract_offer_due_today()}</span>
        <Money amount={due_today_cents} />
      </p>
      {isDearer && (
        <p className="text-sm text-ink-soft">
          {m.contract_offer_by_credit({ total: formatMoney(cents(credit.due_today_cents)) })}
        </p>
      )}
      {later.length > 0 && (
        <div>
          <h3 className="font-bold">{m.contract_offer_later()}</h3>
          <Rows
            rows={later.map(({ pay_on, amount_cents, surcharge_cents }) => ({
              text: formatDateWithWeekday(pay_on),
              amount: sum([amount_cents, surcharge_cents]),
            }))}
          />
        </div>
      )}
      <p className="flex items-baseline justify-between gap-4 border-t border-hair pt-3">
        <span>{m.contract_offer_year()}</span>
        <Money amount={year_total_cents} />
      </p>
    </div>
  );
}
