import { m } from '#i18n/messages.js';
import type { OverviewFacts } from '#modules/office/overview/overview.contract.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { ChartFrame } from '#app/charts/chart-frame.tsx';
import { LineChart } from '#app/charts/line-chart.tsx';
import { DueChart, MonthsChart, OwedChart } from './money-charts.tsx';
import { SeatsChart } from './seats-chart.tsx';

function salesSentence({ sales, difference, last_season }: OverviewFacts): string {
  const said = { n: sales.contracts.at(-1) ?? 0, day: Math.max(sales.contracts.length - 1, 0) };
  if (difference === null || !last_season) return m.office_chart_sales_alone(said);
  const other = { ...said, by: Math.abs(difference), season: last_season.text };
  if (difference === 0) return m.office_chart_sales_same(other);
  return difference > 0 ? m.office_chart_sales_more(other) : m.office_chart_sales_fewer(other);
}

const whole = (value: number) => (Number.isInteger(value) ? String(value) : '');

/** This season's contracts by days since the sale opened, beside last season's (RP1.2). */
function SalesChart({ facts }: { facts: OverviewFacts }) {
  const { sales, last_sales, season, last_season } = facts;
  const before = last_sales?.contracts ?? [];
  const [now, last] = [season?.text ?? '', last_season?.text ?? ''];
  const textOf = (nr: number) =>
    [
      m.office_chart_sales_value({
        day: nr,
        n: sales.contracts[nr] ?? sales.contracts.at(-1) ?? 0,
        season: now,
      }),
      ...(before[nr] === undefined ? [] : [m.office_chart_sales_before({ n: before[nr], season: last })]),
    ].join(', ');
  const days = Math.max(sales.contracts.length, before.length);
  return (
    <ChartFrame
      title={m.office_chart_sales()}
      sentence={[
        salesSentence(facts),
        m.office_chart_sales_week({ today: facts.signed_today, n: facts.signed_last_7_days }),
      ].join(' ')}
      parts={
        before.length > 0
          ? [
              { part: 'solid', text: now },
              { part: 'striped', text: m.office_chart_dashed({ season: last }) },
            ]
          : []
      }
      table={{
        head: [m.office_chart_day_nr(), now, ...(before.length > 0 ? [last] : [])],
        rows: Array.from({ length: days }, (_, nr) => [
          nr,
          sales.contracts[nr] ?? null,
          ...(before.length > 0 ? [before[nr] ?? null] : []),
        ]),
      }}
      file="contracts-by-day"
    >
      {({ sentence }) => (
        <LineChart
          values={sales.contracts}
          before={before}
          labels={{ x: m.office_chart_day_nr(), y: m.office_report_contracts() }}
          format={whole}
          textOf={textOf}
          title={m.office_chart_sales()}
          describedBy={sentence}
        />
      )}
    </ChartFrame>
  );
}

/** The charts of the overview, loaded with the page that shows them (OF0.9, RP1). */
export default function OverviewCharts({ facts }: { facts: OverviewFacts }) {
  const seesMoney = useRight('money');
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <SalesChart facts={facts} />
      {seesMoney && <MonthsChart months={facts.months} today={facts.today} />}
      {seesMoney && <DueChart due={facts.due} today={facts.today} />}
      {seesMoney && <OwedChart owed={facts.owed} />}
      <div className="lg:col-span-2">
        <SeatsChart seats={facts.seats} />
      </div>
    </div>
  );
}
