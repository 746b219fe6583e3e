import { m } from '#i18n/messages.js';
import { formatMoney, sum } from '#kit/money.ts';
import type { Quote, TypeQuote } from '#modules/pricing/quoted-prices.ts';
import { Card } from '#app/ui/card.tsx';
import { Money } from '#app/ui/money.tsx';
import { formatDateWithWeekday, type PlainDate } from '#kit/plain-date.ts';
import { ScheduleLine, type Stop } from '#app/ui/line.tsx';
import { classNames } from '#app/ui/class-names.ts';
type PriceProps = { quote: Quote; priced: TypeQuote };

const laterFees = (priced: TypeQuote) => sum(priced.later.map((charge) => charge.surcharge_cents));

function otherFeeText({ quote, priced }: PriceProps): string {
  const { paymentTypeAch: bank, paymentTypeCreditCard: card } = quote.by_payment_type;
  if (!bank || !card) return '';
  const byBank = priced === bank;
  const other = byBank ? card : bank;
  if (other.surcharge_cents === 0 && laterFees(other) === 0)
    return byBank ? m.contract_no_fee_by_card() : m.contract_no_fee_by_bank();
  const fees = { today: formatMoney(other.surcharge_cents), later: formatMoney(laterFees(other)) };
  if (other.later.length === 0) return byBank ? m.contract_fee_by_card(fees) : m.contract_fee_by_bank(fees);
  return byBank ? m.contract_fee_by_card_later(fees) : m.contract_fee_by_bank_later(fees);
}

function PriceLines({ priced }: { priced: TypeQuote }) {
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm">
      {priced.lines.map((line) => (
        <div key={line.text} className="contents">
          <dt className="text-ink-soft">{line.text}</dt>
          <dd className="text-right">
            <Money amount={line.amount_cents} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function YearTotals({ quote, priced }: PriceProps) {
  return (
    <dl className="mt-4 grid grid-cols-[1fr_auto] gap-x-4 border-t border-hair pt-3 text-sm">
      <dt className="text-ink-soft">{m.contract_payment_amount()}</dt>
      <dd className="text-right">
        <Money amount={quote.subtotal_cents} />
      </dd>
      <dt className="text-ink-soft">{m.contract_year_total()}</dt>
      <dd>
        <Money amount={priced.year_total_cents} />
      </dd>
    </dl>
  );
}

/** The price beside a step: the amount due today, later payments, and the total of the year (P3). */
export function PriceRail({
  quote,
  priced,
  today,
  className,
}: PriceProps & { today: PlainDate; className?: string }) {
  return (
    <Card title={m.contract_rail_title()} className={className} aria-label={m.contract_rail_title()}>
      <PriceLines priced={priced} />
      <dl
        className={classNames(
          'mt-3 mb-4 grid grid-cols-[1fr_auto] gap-x-4 border-t',
          'border-hair pt-3 text-lg font-extrabold',
        )}
      >
        <dt>{m.contract_due_today()}</dt>
        <dd>
          <Money amount={priced.due_today_cents} />
        </dd>
      </dl>
      <PaymentSchedule priced={priced} today={today} />
      <YearTotals quote={quote} priced={priced} />
      <p className="mt-3 text-sm text-ink-soft">{otherFeeText({ quote, priced })}</p>
    </Card>
  );
}

function PaymentSchedule({ priced, today }: { priced: TypeQuote; today: PlainDate }) {
  const stops: Stop[] = [
    {
      key: today,
      label: m.contract_schedule_today(),
      state: 'now',
      stateText: m.contract_schedule_due_now(),
      aside: formatMoney(priced.due_today_cents),
    },
    ...priced.later.map((charge): Stop => ({
      key: charge.pay_on,
      label: formatDateWithWeekday(charge.pay_on),
      state: 'next',
      stateText: m.contract_schedule_later(),
      detail:
        charge.surcharge_cents > 0
          ? m.contract_schedule_with_fee({ fee: formatMoney(charge.surcharge_cents) })
          : undefined,
      aside: formatMoney(sum([charge.amount_cents, charge.surcharge_cents])),
    })),
  ];
  return <ScheduleLine label={m.contract_schedule()} stops={stops} />;
}
