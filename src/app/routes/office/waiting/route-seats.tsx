import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { moreSeats } from '#modules/office/waiting/more-seats.ts';
import type { WaitingRoute } from '#modules/office/waiting/waiting.contract.ts';
import { rowLink } from '#app/lists/row-links.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { ActHistory } from './act-history.tsx';
import { unsoldSeats } from './waiting-texts.ts';

type Seats = WaitingRoute['seats'];

const seatColumn = (key: keyof Seats, header: () => string): Column<WaitingRoute> => ({
  key,
  header: header(),
  numeric: true,
  cell: ({ seats }) => seats[key] ?? m.office_board_no_limit(),
});

type RoutesProps = { routes: readonly WaitingRoute[]; choose: (route: string) => void };

/** The seats of each route on which somebody waits, or which is full (OF6.1). */
export function RouteSeats({ routes, choose }: RoutesProps) {
  const columns: readonly Column<WaitingRoute>[] = [
    {
      key: 'route',
      header: m.office_waiting_route(),
      narrow: 'title',
      cell: ({ id, name, school, program }) => (
        <span className="block py-1">
          <button
            type="button"
            className={`${rowLink} cursor-pointer text-left font-semibold`}
            aria-label={m.office_waiting_show_route({ route: name })}
            onClick={() => choose(String(id))}
          >
            {name}
          </button>
          <span className="block text-ink-soft">
            {m.office_board_program_of({ school: school.text, program })}
          </span>
        </span>
      ),
    },
    seatColumn('capacity', m.office_board_capacity),
    seatColumn('taken', m.office_board_taken),
    seatColumn('held', m.office_board_held),
    seatColumn('offered', m.office_board_offered),
    seatColumn('waiting', m.office_board_waiting),
    seatColumn('free', m.office_board_free),
  ];
  return (
    <Table
      dense
      hideCaption
      caption={m.office_waiting_routes()}
      columns={columns}
      rows={routes}
      rowKey={({ id }) => id}
    />
  );
}

const MOST = 999;

function servedText(capacity: number, n: number): string {
  if (n === 0) return m.office_waiting_more_none({ capacity });
  return n === 1 ? m.office_waiting_more_one({ capacity }) : m.office_waiting_more_served({ capacity, n });
}

/** What more seats would do, and the way to the route's capacity (OF6.4). */
export function MoreSeats({ route }: { route: WaitingRoute }) {
  const [typed, setTyped] = useState('1');
  const [showsHistory, setShowsHistory] = useState(false);
  const seats = /^\d{1,3}$/.test(typed.trim()) ? Math.min(Number(typed), MOST) : 0;
  const { capacity, waiting } = route.seats;
  const unsold = unsoldSeats(route);
  const served = moreSeats({ unsold, waiting, price_cents: route.price_cents }, seats);
  const title = m.office_waiting_more_title();
  return (
    <Card title={title} className="my-5">
      <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
        <TextField
          name="more_seats"
          label={m.office_waiting_more_seats()}
          value={typed}
          inputMode="numeric"
          autoComplete="off"
          className="w-28"
          onChange={(event) => setTyped(event.target.value)}
        />
        <p role="status" className="min-w-0 flex-1 basis-72 pb-2">
          <span className="block font-semibold">{servedText((capacity ?? 0) + seats, served.children)}</span>
          {served.revenue_cents !== null && served.children > 0 && (
            <span className="block">
              {m.office_waiting_more_money({ amount: formatMoney(served.revenue_cents) })}
            </span>
          )}
        </p>
      </div>
      <div className="mt-3 flex flex-wrap gap-x-5 gap-y-2">
        <Link
          to={`/admin/seasons/${route.season.id}?object=route:${route.id}&field=capacity`}
          className={rowLink}
        >
          {m.office_waiting_capacity_link({ route: route.name })}
        </Link>
        <Button look="quiet" size="small" onClick={() => setShowsHistory(true)}>
          {m.office_waiting_history()}
        </Button>
      </div>
      {showsHistory && (
        <ActHistory
          title={m.office_waiting_history_of({ child: route.name })}
          of={{ route: String(route.id) }}
          onClose={() => setShowsHistory(false)}
        />
      )}
    </Card>
  );
}
