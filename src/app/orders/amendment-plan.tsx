import { m } from '#i18n/messages.js';
import { cents, formatMoney, type Cents } from '#kit/money.ts';
import { isolated } from '#kit/text/isolated.ts';
import { plannedPaymentName, plannedPaymentText } from '#modules/documents/planned-payment.ts';
import type { AmendmentPlan } from '#modules/orders/amendments/amendments.contract.ts';
import { changeText, FIELD_NAMES, type FieldChange } from '#modules/orders/contract-changes.ts';
import { Card, Facts, type Fact } from '#app/ui/card.tsx';
import { ScheduleLine, type Stop } from '#app/ui/line.tsx';
import { Money } from '#app/ui/money.tsx';
import { Table } from '#app/ui/table.tsx';
import { typed } from '#app/ui/typed.tsx';

type Year = AmendmentPlan['before'];

/** `+$250.00`, `−$1,400.00`, `$0.00` */
export const signedMoney = (amount: Cents): string =>
  amount === 0 ? formatMoney(amount) : `${amount > 0 ? '+' : '−'}${formatMoney(cents(Math.abs(amount)))}`;

const WAYS = {
  processor: m.document_way_processor,
  check: m.document_way_check,
  driver_fund: m.document_way_driver_fund,
};

/** The new value above the old one; a value without another before or after is said in words. */
function ChangedValue({ change }: { change: FieldChange }) {
  const { field, before, after } = change;
  if (field === 'details' || before === null || after === null || before === after)
    return <span>{typed(changeText(change))}</span>;
  return (
    <>
      <b className="block">{typed(after)}</b>
      <span className="block text-ink-soft">{m.document_payment_changed({ before: isolated(before) })}</span>
    </>
  );
}

export function Changes({ plan: { changes } }: { plan: AmendmentPlan }) {
  return (
    <Card title={m.contract_amendment_changes()}>
      <Facts
        facts={changes.map((change) => ({
          label: FIELD_NAMES[change.field](),
          value: <ChangedValue change={change} />,
        }))}
      />
    </Card>
  );
}

/** Lines of both years side by side; a line that only one year has is blank in the other. */
function yearRows(before: Year, after: Year) {
  const texts = [...new Set([...before.lines, ...after.lines].map(({ text }) => text))];
  const amountIn = ({ lines }: Year, text: string) => lines.find((line) => line.text === text)?.amount_cents;
  return texts.map((text) => ({ text, before: amountIn(before, text), after: amountIn(after, text) }));
}

const amountCell = (amount: Cents | undefined) => amount !== undefined && <Money amount={amount} />;

function Years({ plan: { before, after } }: { plan: AmendmentPlan }) {
  const total = { text: m.document_year(), before: before.year_cents, after: after.year_cents };
  return (
    <Table
      dense
      hideCaption
      caption={m.document_year()}
      rows={[...yearRows(before, after), total]}
      rowKey={({ text }) => text}
      columns={[
        {
          key: 'text',
          header: m.document_item(),
          narrow: 'title',
          cell: ({ text }) => (text === total.text ? <b>{text}</b> : text),
        },
        {
          key: 'before',
          header: m.contract_amendment_before(),
          numeric: true,
          cell: (row) => amountCell(row.before),
        },
        {
          key: 'after',
          header: m.contract_amendment_after(),
          numeric: true,
          cell: (row) => amountCell(row.after),
        },
      ]}
    />
  );
}

function differenceFacts({ days_left, days_all, fee_cents, ...plan }: AmendmentPlan): Fact[] {
  const { refund, not_asked_cents, difference_cents } = plan;
  return [
    ...(days_left !== null && days_all !== null
      ? [{ label: m.document_days(), value: m.document_days_of({ left: days_left, all: days_all }) }]
      : []),
    ...(fee_cents > 0 ? [{ label: m.document_change_fee(), value: formatMoney(fee_cents) }] : []),
    {
      label: m.document_difference(),
      value: <b className="figures">{signedMoney(difference_cents)}</b>,
    },
    ...(refund
      ? [
          {
            label: m.document_refund(),
            value: m.document_refund_by({
              amount: formatMoney(refund.amount_cents),
              way: WAYS[refund.way](),
            }),
          },
        ]
      : []),
    ...(refund && refund.surcharge_cents > 0
      ? [{ label: m.contract_amendment_card_fee(), value: formatMoney(refund.surcharge_cents) }]
      : []),
    ...(not_asked_cents > 0 ? [{ label: m.document_not_asked(), value: formatMoney(not_asked_cents) }] : []),
  ];
}

const stopOf = (row: AmendmentPlan['payments'][number], nr: number): Stop => ({
  key: String(nr),
  label: plannedPaymentName(row),
  detail: plannedPaymentText(row),
  state: row.what === 'cancelled' ? 'done' : 'next',
  stateText: row.what === 'cancelled' ? m.contract_amendment_canceled() : m.contract_amendment_due(),
  aside: row.amount_cents === null ? undefined : formatMoney(row.amount_cents),
});

/** The year before and after, the difference, and each payment (OF5.6). */
export function PlanMoney({ plan }: { plan: AmendmentPlan }) {
  const { payments, difference_cents, kind } = plan;
  if (kind === 'details' && difference_cents === 0)
    return <p className="text-ink-soft">{m.contract_amendment_no_money()}</p>;
  return (
    <Card title={m.contract_amendment_money()}>
      <Years plan={plan} />
      <Facts facts={differenceFacts(plan)} className="mt-4" />
      {payments.length > 0 && (
        <ScheduleLine label={m.contract_amendment_payments()} stops={payments.map(stopOf)} className="mt-4" />
      )}
    </Card>
  );
}
