import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { addDays, daysBetween, formatDate, type PlainDate } from '#kit/plain-date.ts';
import type { RehearsalReport as Report } from '#modules/rehearsals/rehearsal-report.shapes.ts';
import { ChartFrame } from '#app/charts/chart-frame.tsx';
import { LineChart } from '#app/charts/line-chart.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';

const ALL = '';

type Days = readonly { day: PlainDate; sold: number }[];

/** The number sold until each day of the sale. */
function soldUntil(days: Days, from: PlainDate, length: number): number[] {
  const onDay = Array.from({ length }, () => 0);
  for (const { day, sold } of days) onDay[daysBetween(from, day)]! += sold;
  let total = 0;
  return onDay.map((sold) => (total += sold));
}

const whole = (value: number) => (Number.isInteger(value) ? String(value) : '');

/** Contracts until each day, of all routes or of one beside its capacity. */
export function SoldByDay({ report: { from, routes } }: { report: Report }) {
  const [chosen, setChosen] = useState(ALL);
  const route = routes.find((one) => one.route === chosen);
  const days = routes.flatMap((one) => one.days);
  const length = 1 + Math.max(0, ...days.map(({ day }) => daysBetween(from, day)));
  const values = soldUntil(route?.days ?? days, from, length);
  const capacity = route?.capacity ?? null;
  const dayText = (nr: number) => formatDate(addDays(from, nr));
  return (
    <div>
      <SelectField
        label={m.office_rehearsal_route()}
        name="sold_route"
        className="mb-4 max-w-form"
        value={chosen}
        options={[
          { value: ALL, label: m.office_rehearsal_all_routes() },
          ...routes.map((one) => ({ value: one.route, label: one.route })),
        ]}
        onChange={({ target }) => setChosen(target.value)}
      />
      <ChartFrame
        title={m.office_rehearsal_sold_by_day()}
        sentence={m.office_rehearsal_sold_sentence({ sold: values.at(-1) ?? 0, days: length })}
        parts={
          capacity === null
            ? []
            : [
                { part: 'solid', text: m.office_rehearsal_sold() },
                { part: 'striped', text: m.office_rehearsal_capacity() },
              ]
        }
        table={{
          head: [m.office_rehearsal_day_nr(), m.office_rehearsal_sold()],
          rows: values.map((n, nr) => [dayText(nr), n]),
        }}
        file="rehearsal-sold-by-day"
      >
        {({ sentence }) => (
          <LineChart
            values={values}
            before={capacity === null ? [] : values.map(() => capacity)}
            labels={{ x: m.office_rehearsal_day_nr(), y: m.office_rehearsal_sold() }}
            format={whole}
            textOf={(nr) => m.office_rehearsal_sold_value({ day: dayText(nr), n: values[nr] ?? 0 })}
            title={m.office_rehearsal_sold_by_day()}
            describedBy={sentence}
          />
        )}
      </ChartFrame>
    </div>
  );
}
