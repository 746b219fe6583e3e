import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { formatDate, type PlainDate } from '#kit/plain-date.ts';
import type { BoardProgram, BoardRoute, BoardTerm } from '#modules/office/seasons/board.contract.ts';
import { useAllowed, useRight } from '#app/auth/use-auth.ts';
import { ObjectLink } from '#app/routes/office/season/object-link.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { Money } from '#app/ui/money.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { barOf, markOf, type TimeLine } from './time-line.ts';

export type Days = { line: TimeLine; today: PlainDate };

function windowText({ from_dt, thru_dt }: BoardTerm): string {
  if (from_dt && thru_dt)
    return m.office_season_days({ from: formatDate(from_dt), thru: formatDate(thru_dt) });
  if (from_dt) return m.office_board_from({ day: formatDate(from_dt) });
  return thru_dt ? m.office_board_until({ day: formatDate(thru_dt) }) : m.office_board_always();
}

function priceText({ deposit_cents, total_cents }: BoardTerm): string {
  const total = formatMoney(total_cents);
  return deposit_cents === total_cents
    ? total
    : m.office_board_today_of({ today: formatMoney(deposit_cents), total });
}

function marksOf({ is_active, is_admin_only }: BoardTerm): string[] {
  return [is_active ? '' : m.office_board_ended(), is_admin_only ? m.office_board_staff_only() : ''].filter(
    Boolean,
  );
}

const percent = (n: number) => `${n.toFixed(2)}%`;

/** In the color of the text, so bars stay visible in forced colors. */
function Bar({ term, line, today }: { term: BoardTerm } & Days) {
  const { x, width } = barOf(line, term);
  const now = markOf(line, today);
  return (
    <svg aria-hidden="true" className="block h-3 w-full text-line" fill="currentColor" stroke="none">
      <rect x="0" y="5" width="100%" height="2" opacity="0.25" />
      <rect
        x={percent(x)}
        y="2"
        width={percent(width)}
        height="8"
        rx="2"
        opacity={term.is_active ? undefined : '0.4'}
      />
      {now !== null && (
        <line
          x1={percent(now)}
          x2={percent(now)}
          y1="0"
          y2="12"
          className="text-ink"
          stroke="currentColor"
          strokeWidth="2"
          strokeDasharray="3 1"
        />
      )}
    </svg>
  );
}

function TermBar({ term, ...days }: { term: BoardTerm } & Days) {
  const seesMoney = useRight('money');
  return (
    <ObjectLink
      kind="payment_term"
      id={term.id}
      className={classNames('block min-w-0 py-1 hover:bg-sunk', !term.is_active && 'text-ink-soft')}
    >
      <Bar term={term} {...days} />
      <span className="block font-semibold underline underline-offset-4 wrap-anywhere">{term.name}</span>
      <span className="figures block">{windowText(term)}</span>
      {seesMoney && <span className="figures block">{priceText(term)}</span>}
      {marksOf(term).map((mark) => (
        <span key={mark} className="block text-ink-soft">
          {mark}
        </span>
      ))}
    </ObjectLink>
  );
}

/** The terms of a route on the season's time line (SE1.4). */
export function TermBars({ route, ...days }: { route: BoardRoute } & Days) {
  if (route.terms.length === 0) return <span>{m.office_board_no_terms()}</span>;
  return (
    <ul className="min-w-56 text-left">
      {route.terms.map((term) => (
        <li key={term.id}>
          <TermBar term={term} {...days} />
        </li>
      ))}
    </ul>
  );
}

type TermOfRoute = { term: BoardTerm; route: string };

const columns: readonly Column<TermOfRoute>[] = [
  {
    key: 'name',
    header: m.office_board_term(),
    narrow: 'title',
    cell: ({ term }) => (
      <ObjectLink kind="payment_term" id={term.id}>
        {term.name}
      </ObjectLink>
    ),
  },
  { key: 'route', header: m.office_board_route(), cell: ({ route }) => route },
  { key: 'window', header: m.office_season_column_days(), cell: ({ term }) => windowText(term) },
  {
    key: 'today',
    right: 'money',
    header: m.office_board_price_today(),
    numeric: true,
    cell: ({ term }) => <Money amount={term.deposit_cents} />,
  },
  {
    key: 'total',
    right: 'money',
    header: m.office_board_total(),
    numeric: true,
    cell: ({ term }) => <Money amount={term.total_cents} />,
  },
  {
    key: 'marks',
    header: m.office_board_marks(),
    cell: ({ term }) => marksOf(term).join(', ') || m.office_none(),
  },
];

/** The time lines of a program in words. */
export function TermTable({ program }: { program: BoardProgram }) {
  const allowed = useAllowed(columns);
  const rows = program.routes.flatMap(({ name, terms }) => terms.map((term) => ({ term, route: name })));
  if (rows.length === 0) return null;
  return (
    <Disclosure label={<span>{m.office_board_as_table({ program: program.name })}</span>}>
      <Table
        dense
        hideCaption
        caption={m.office_board_terms_of({ program: program.name })}
        columns={allowed}
        rows={rows}
        rowKey={({ term }) => term.id}
      />
    </Disclosure>
  );
}
