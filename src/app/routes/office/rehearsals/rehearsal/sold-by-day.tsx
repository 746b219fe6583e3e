import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { addDays, daysBetween, formatDate, type PlainDate } from '#kit/plain-date.ts';
import type { RehearsalReport as Report } from '#modules/rehearsals/rehearsal-report.shapes.ts';
import { ChartFrame } from '#app/charts/chart-frame.tsx';
import { LineChart } from '#app/charts/line-chart.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';

const ALL = '';

type Days = Report['routes'][number]['days'];

/** The seats taken at the end of each day. */
function takenAt(days: Days, from: PlainDate, length: number): number[] {
  const onDay = Array.from({ length }, () => 0);
  for (const { day, sold, ended } of days) onDay[daysBetween(from, day)]! += sold - ended;
  let total = 0;
  return onDay.map((more) => (total += more));
}

const whole = (value: number) => (Number.isInteger(value) ? String(value) : '');

/** Seats taken by day, of all routes or of one beside its capacity. */
export function SoldByDay({ report: { from, routes } }: { report: Report }) {
  const [chosen, setChosen] = useState(ALL);
  const route = routes.find((one) => one.route === chosen);
  const days = routes.flatMap((one) => one.days);
  const length = 1 + Math.max(0, ...days.map(({ day }) => daysBetween(from, day)));
  const values = takenAt(route?.days ?? days, from, length);
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
        sentence={m.office_rehearsal_sold_sentence({
          sold: (route?.days ?? days).reduce((all, { sold }) => all + sold, 0),
          taken: values.at(-1) ?? 0,
        })}
        parts={
          capacity === null
            ? []
            : [
                { part: 'solid', text: m.office_rehearsal_taken() },
                { part: 'striped', text: m.office_rehearsal_capacity() },
              ]
        }
        table={{
          head: [m.office_rehearsal_day_nr(), m.office_rehearsal_taken()],
          rows: values.map((n, nr) => [dayText(nr), n]),
        }}
        file="rehearsal-sold-by-day"
      >
        {({ sentence }) => (
          <LineChart
            values={values}
            before={capacity === null ? [] : values.map(() => capacity)}
            labels={{ x: m.office_rehearsal_day_nr(), y: m.office_rehearsal_taken() }}
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
