import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { monthText } from '#kit/month-text.ts';
import { cents, decimalDollars, formatMoney, sum, type Cents } from '#kit/money.ts';
import { addDays, formatDate } from '#kit/plain-date.ts';
import { owedQuery } from '#modules/office/overview/owed-query.ts';
import type { METHOD_KINDS, OverviewFacts } from '#modules/office/overview/overview.contract.ts';
import { useListQuery } from '#app/lists/use-list.ts';
import { BarChart, type Bar } from '#app/charts/bar-chart.tsx';
import { ChartFrame } from '#app/charts/chart-frame.tsx';
import type { Part } from '#app/charts/patterns.tsx';
import { paymentsText } from './payments-text.ts';

const dollars = (value: number) => formatMoney(cents(Math.round(value))).replace(/\.\d\d$/, '');
const total = (of: readonly { amount_cents: Cents }[]): Cents =>
  sum(of.map(({ amount_cents }) => amount_cents));

/** Collected, expected and refunded of each month; today stands in its month as a line (RP1.4). */
export function MonthsChart({ months, today }: Pick<OverviewFacts, 'months' | 'today'>) {
  const parts: readonly { part: Part; text: string }[] = [
    { part: 'solid', text: m.office_report_collected() },
    { part: 'blank', text: m.office_chart_expected() },
    { part: 'dotted', text: m.office_report_refunded() },
  ];
  const bars: Bar[] = months.map(({ month, collected_cents, expected_cents, refunded_cents }) => ({
    key: month,
    label: monthText(month),
    values: [
      { part: 'solid', value: collected_cents },
      { part: 'blank', value: expected_cents },
      { part: 'dotted', value: refunded_cents },
    ],
  }));
  const now = months.findIndex(({ month }) => month === today.slice(0, 7));
  const said = {
    collected: formatMoney(sum(months.map(({ collected_cents }) => collected_cents))),
    expected: formatMoney(sum(months.map(({ expected_cents }) => expected_cents))),
  };
  return (
    <ChartFrame
      title={m.office_chart_months()}
      sentence={m.office_chart_months_sentence(said)}
      parts={parts}
      table={{
        head: [m.office_ledger_month(), ...parts.map(({ text }) => text)],
        rows: months.map((one) => [
          monthText(one.month),
          decimalDollars(one.collected_cents),
          decimalDollars(one.expected_cents),
          decimalDollars(one.refunded_cents),
        ]),
      }}
      file="money-by-month"
    >
      {({ patterns, sentence }) => (
        <BarChart
          bars={bars}
          labels={{ x: m.office_ledger_month(), y: m.office_report_amount() }}
          format={dollars}
          textOf={(nr) => {
            const one = months[nr]!;
            return m.office_chart_month_value({
              month: monthText(one.month),
              collected: formatMoney(one.collected_cents),
              expected: formatMoney(one.expected_cents),
              refunded: formatMoney(one.refunded_cents),
            });
          }}
          title={m.office_chart_months()}
          describedBy={sentence}
          patterns={patterns}
          {...(now >= 0 && { mark: now })}
        />
      )}
    </ChartFrame>
  );
}

type OwedAge = OverviewFacts['owed'][number];

const ageText = ({ from_days, thru_days }: OwedAge) =>
  thru_days === null
    ? m.office_owed_age_more({ from: from_days })
    : m.office_owed_age({ from: from_days, thru: thru_days });

/** Count and sum by days late; each leads to its payments (RP1.5). */
export function OwedChart({ owed }: Pick<OverviewFacts, 'owed'>) {
  const n = owed.reduce((sum, { payments }) => sum + payments, 0);
  const said = { n, total: formatMoney(total(owed)) };
  return (
    <ChartFrame
      title={m.office_chart_owed()}
      sentence={n === 1 ? m.office_chart_owed_sentence_one(said) : m.office_chart_owed_sentence(said)}
      parts={[]}
      table={{
        head: [m.office_chart_days_late(), m.office_chart_payments(), m.office_report_amount()],
        rows: owed.map((one) => [ageText(one), one.payments, decimalDollars(one.amount_cents)]),
      }}
      file="owed-by-age"
    >
      {({ patterns, sentence }) => (
        <>
          <BarChart
            bars={owed.map((one) => ({
              key: String(one.from_days),
              label: ageText(one),
              values: [{ part: 'dotted', value: one.amount_cents }],
            }))}
            labels={{ x: m.office_chart_days_late(), y: m.office_report_amount() }}
            format={dollars}
            textOf={(nr) => owedText(owed[nr]!)}
            title={m.office_chart_owed()}
            describedBy={sentence}
            patterns={patterns}
          />
          <OwedLinks owed={owed} />
        </>
      )}
    </ChartFrame>
  );
}

const owedText = (one: OwedAge) =>
  m.office_chart_owed_value({
    age: ageText(one),
    payments: paymentsText(one.payments),
    total: formatMoney(one.amount_cents),
  });

/** Each age leads to its payments, of the school that the charts show. */
function OwedLinks({ owed }: Pick<OverviewFacts, 'owed'>) {
  const { text } = useListQuery();
  const some = owed.filter(({ payments }) => payments > 0);
  if (some.length === 0) return null;
  return (
    <ul className="print:hidden">
      {some.map((one) => (
        <li key={one.from_days}>
          <Link
            to={`/admin/owed?${owedQuery(one, text('school'))}`}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {owedText(one)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

const KINDS: Record<(typeof METHOD_KINDS)[number], { part: Part; text: () => string }> = {
  card: { part: 'solid', text: m.office_chart_by_card },
  bank: { part: 'striped', text: m.office_chart_by_bank },
  none: { part: 'dotted', text: m.office_chart_by_none },
};

/** By day and kind of method, with what methods that failed last time are to pay (RP1.6). */
export function DueChart({ due, today }: Pick<OverviewFacts, 'due' | 'today'>) {
  const days = Array.from({ length: 7 }, (_, nr) => addDays(today, nr));
  const bars: Bar[] = days.map((day) => ({
    key: day,
    label: formatDate(day).slice(0, 5),
    values: due
      .filter(({ pay_on }) => pay_on === day)
      .map(({ kind, amount_cents }) => ({ part: KINDS[kind].part, value: amount_cents })),
  }));
  const said = {
    n: due.reduce((n, { payments }) => n + payments, 0),
    total: formatMoney(total(due)),
    doubtful: formatMoney(sum(due.map(({ doubtful_cents }) => doubtful_cents))),
  };
  return (
    <ChartFrame
      title={m.office_chart_due()}
      sentence={m.office_chart_due_sentence(said)}
      parts={Object.values(KINDS).map(({ part, text }) => ({ part, text: text() }))}
      table={{
        head: [
          m.office_chart_day(),
          m.office_chart_method(),
          m.office_chart_payments(),
          m.office_report_amount(),
          m.office_chart_doubtful(),
        ],
        rows: due.map((one) => [
          formatDate(one.pay_on),
          KINDS[one.kind].text(),
          one.payments,
          decimalDollars(one.amount_cents),
          decimalDollars(one.doubtful_cents),
        ]),
      }}
      file="due-in-7-days"
    >
      {({ patterns, sentence }) => (
        <BarChart
          bars={bars}
          labels={{ x: m.office_chart_day(), y: m.office_report_amount() }}
          format={dollars}
          textOf={(nr) => {
            const own = due.filter(({ pay_on }) => pay_on === days[nr]);
            return m.office_chart_due_value({
              day: formatDate(days[nr]!),
              n: own.reduce((n, { payments }) => n + payments, 0),
              total: formatMoney(total(own)),
            });
          }}
          title={m.office_chart_due()}
          describedBy={sentence}
          patterns={patterns}
        />
      )}
    </ChartFrame>
  );
}
