import { m } from '#i18n/messages.js';
import { formatDateWithWeekday, type PlainDate } from '#kit/plain-date.ts';
import { formatMoney, sum } from '#kit/money.ts';
import type { TypeQuote } from '#modules/pricing/pricing.contract.ts';
import { ScheduleLine } from '#app/ui/line/schedule-line.tsx';
import type { Stop } from '#app/ui/line/stop.ts';

/** When what is paid: today and each later date, each with the fee of the same way of paying. */
export function PaymentSchedule({ priced, today }: { priced: TypeQuote; today: PlainDate }) {
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
