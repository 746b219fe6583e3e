import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { useState } from 'react';
import { m } from '#i18n/messages.js';
import type { RouteSeats } from '#modules/office/overview/overview.contract.ts';
import { ChartFrame } from '#app/charts/chart-frame.tsx';
import { fillOf } from '#app/charts/patterns.tsx';
import { Button } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';

const WIDTH = 400;
const HEIGHT = 16;
const FIRST_SHOWN = 12;

const used = ({ taken, reserved }: RouteSeats) => taken + reserved;
const capacityOf = (seats: RouteSeats) => (seats.free === null ? null : used(seats) + seats.free);
const lengthOf = (seats: RouteSeats) => (capacityOf(seats) ?? used(seats)) + seats.waiting;

const fillShare = (seats: RouteSeats): number => {
  const capacity = capacityOf(seats);
  return capacity === null || capacity === 0 ? 0 : (used(seats) + seats.waiting) / capacity;
};

const ORDERS = {
  fill: (a: RouteSeats, b: RouteSeats) => fillShare(b) - fillShare(a) || a.route.localeCompare(b.route),
  school: (a: RouteSeats, b: RouteSeats) =>
    a.school.localeCompare(b.school) || a.route.localeCompare(b.route),
};
type Order = keyof typeof ORDERS;

function seatsText(seats: RouteSeats): string {
  const capacity = capacityOf(seats);
  const taken =
    capacity === null
      ? m.office_seats_no_limit({ n: used(seats) })
      : m.office_seats_of({ n: used(seats), all: capacity });
  return seats.waiting > 0 ? [taken, m.office_seats_waiting({ n: seats.waiting })].join(', ') : taken;
}

function SeatBar({ seats, most, patterns }: { seats: RouteSeats; most: number; patterns: string }) {
  const x = scaleLinear([0, Math.max(most, 1)], [0, WIDTH]);
  const parts = [
    { part: 'solid', value: seats.taken },
    { part: 'striped', value: seats.reserved },
    { part: 'blank', value: seats.free ?? 0 },
    { part: 'dotted', value: seats.waiting },
  ] as const;
  let before = 0;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="h-4 w-full"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {parts.map(({ part, value }) => {
        const from = before;
        before += value;
        return (
          value > 0 && (
            <rect
              key={part}
              x={x(from)}
              width={x(value)}
              y="0.5"
              height={HEIGHT - 1}
              fill={fillOf(patterns, part)}
              className="stroke-ink"
              vectorEffect="non-scaling-stroke"
            />
          )
        );
      })}
    </svg>
  );
}

/** A bar a route: taken, reserved and free seats, and who waits beyond the end (RP1.3). */
export function SeatsChart({ seats }: { seats: readonly RouteSeats[] }) {
  const [order, setOrder] = useState<Order>('fill');
  const [isWhole, setWhole] = useState(false);
  const sorted = [...seats].sort(ORDERS[order]);
  const shown = isWhole ? sorted : sorted.slice(0, FIRST_SHOWN);
  const most = max(seats, lengthOf) ?? 0;
  const full = seats.filter(({ free }) => free === 0).length;
  const waiting = seats.reduce((n, one) => n + one.waiting, 0);
  return (
    <ChartFrame
      title={m.office_chart_seats()}
      sentence={m.office_chart_seats_sentence({ routes: seats.length, full, waiting })}
      parts={[
        { part: 'solid', text: m.office_seats_taken() },
        { part: 'striped', text: m.office_seats_reserved() },
        { part: 'blank', text: m.office_seats_free() },
        { part: 'dotted', text: m.office_seats_waits() },
      ]}
      table={{
        head: [
          m.office_report_by_route(),
          m.office_report_by_school(),
          m.office_seats_taken(),
          m.office_seats_reserved(),
          m.office_seats_free(),
          m.office_seats_waits(),
        ],
        rows: sorted.map((one) => [one.route, one.school, one.taken, one.reserved, one.free, one.waiting]),
      }}
      file="seats"
    >
      {({ patterns }) => (
        <>
          <SelectField
            className="mb-3 max-w-60 print:hidden"
            label={m.office_seats_sort()}
            name="seats-order"
            value={order}
            options={[
              { value: 'fill', label: m.office_seats_by_fill() },
              { value: 'school', label: m.office_report_by_school() },
            ]}
            onChange={({ target }) => setOrder(target.value as Order)}
          />
          <ul className="grid gap-2">
            {shown.map((one) => (
              <li key={one.route_id} className="grid items-center gap-x-4 sm:grid-cols-[14rem_1fr_auto]">
                <span className="min-w-0 wrap-anywhere text-sm">{[one.route, one.school].join(', ')}</span>
                <SeatBar seats={one} most={most} patterns={patterns} />
                <span className="figures text-sm whitespace-nowrap">{seatsText(one)}</span>
              </li>
            ))}
          </ul>
          {sorted.length > FIRST_SHOWN && (
            <Button look="quiet" size="small" className="-ml-3.5" onClick={() => setWhole(!isWhole)}>
              {isWhole ? m.office_seats_fewer() : m.office_seats_all({ n: sorted.length })}
            </Button>
          )}
        </>
      )}
    </ChartFrame>
  );
}
