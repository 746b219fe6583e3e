import { m } from '#i18n/messages.js';
import { cents, formatMoney } from '#kit/money.ts';
import type { RefundRequest } from '#modules/orders/order-requests.contract.ts';
import { refundChoices } from '#modules/orders/requests/request-texts.ts';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { ScheduleLine, type Stop } from '#app/ui/line.tsx';

type DayText = (instant: string) => string;

function outcomeText({ way, amount_cents, check_number }: RefundRequest): string {
  const amount = formatMoney(cents(amount_cents ?? 0));
  if (way === 'check') return m.contract_refund_done_check({ amount, number: check_number ?? '' });
  return way === 'driver_fund'
    ? m.contract_refund_done_fund({ amount })
    : m.contract_refund_done_processor({ amount });
}

function workStop({ state, taken_up_at, ended_at }: RefundRequest, dayText: DayText): Stop[] {
  // A request decided right away had no review.
  if (ended_at && !taken_up_at) return [];
  const aside = taken_up_at ? dayText(taken_up_at) : undefined;
  if (ended_at) return [{ key: 'work', label: m.contract_refund_step_in_work(), state: 'done', aside }];
  if (state === 'under_way')
    return [
      {
        key: 'work',
        label: m.contract_refund_step_under_way(),
        state: 'now',
        detail: m.contract_refund_step_under_way_text(),
      },
    ];
  if (state === 'in_work')
    return [{ key: 'work', label: m.contract_refund_step_in_work(), state: 'now', aside }];
  return [
    {
      key: 'work',
      label: m.contract_refund_step_in_work(),
      state: 'next',
      detail: m.contract_refund_step_waits(),
    },
  ];
}

function endStop(request: RefundRequest, dayText: DayText): Stop {
  const { state, ended_at, reason } = request;
  if (state === 'declined') {
    return {
      key: 'end',
      label: m.contract_refund_step_declined(),
      state: 'trouble',
      aside: dayText(ended_at!),
      detail: m.contract_refund_declined_because({ reason: reason ?? '' }),
    };
  }
  if (state === 'finished')
    return {
      key: 'end',
      label: m.contract_refund_step_finished(),
      state: 'done',
      aside: dayText(ended_at!),
      detail: outcomeText(request),
    };
  return { key: 'end', label: m.contract_refund_step_finished(), state: 'next' };
}

export function RefundProgress({ request }: { request: RefundRequest }) {
  const dayText = useCompanyDay();
  const asked: Stop = {
    key: 'asked',
    label: m.contract_refund_step_requested(),
    state: request.state === 'requested' ? 'now' : 'done',
    detail: refundChoices[request.type].label(),
  };
  return (
    <div className="grid w-full gap-3">
      <p>{m.contract_refund_requested_on({ day: dayText(request.requested_at) })}</p>
      <ScheduleLine
        label={m.contract_refund_progress()}
        stops={[asked, ...workStop(request, dayText), endStop(request, dayText)]}
      />
    </div>
  );
}
