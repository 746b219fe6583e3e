import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import type { BoardRoute, BoardSeats } from '#modules/office/seasons/board.contract.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { useCompanyZone } from '#app/company/use-company-day.ts';
import { ArrangeObjects } from '#app/routes/office/season/arrange-objects.tsx';
import { NewObjects, ObjectLink } from '#app/routes/office/season/object-link.tsx';
import { SeeAsParent } from '#app/routes/office/season/see-as-parent.tsx';
import { whyNotText } from '#app/routes/office/season/season-texts.ts';
import { Table, type Column } from '#app/ui/table.tsx';
import { checksOfRoute, type StandingChecks } from './board-checks.ts';
import type { ShownProgram } from './board-view.ts';
import { endedMark, Labels, rateText, type Label } from './labels.tsx';
import { PlaceChecks } from './place-checks.tsx';
import { TermBars, type Days } from './term-bars.tsx';

/** What the parts of a board share. */
export type Shown = Days & { checks: StandingChecks };

type OfProgram = { school: string; program: ShownProgram };

function RouteName({ route, checks }: { route: BoardRoute; checks: StandingChecks }) {
  return (
    <>
      <span className="block text-ink-soft">{route.text_before}</span>
      <ObjectLink kind="route" id={route.id} className="font-semibold underline underline-offset-4">
        {route.name}
      </ObjectLink>
      <span className="block text-ink-soft">{route.text_after}</span>
      {!route.is_active && <span className="block text-ink-soft">{m.office_board_ended()}</span>}
      <PlaceChecks checks={checksOfRoute(checks, route)} of={route.name} />
    </>
  );
}

function Terms({ route, ...days }: { route: BoardRoute } & Days) {
  return (
    <>
      <TermBars route={route} {...days} />
      <ArrangeObjects
        text={m.office_arrange_terms_of({ route: route.name })}
        shortText={m.office_arrange_copies()}
        items={route.terms.map((term) => ({ ...term, copyOf: { kind: 'payment_term', id: term.id } }))}
      />
      <NewObjects parent={route.id} kinds={['payment_term']} of={route.name} />
    </>
  );
}

const extrasOf = ({ addons, discounts }: BoardRoute): Label[] => [
  ...addons.map((addon) => ({
    ...addon,
    kind: 'addon' as const,
    amount: addon.amount_cents === undefined ? '' : formatMoney(addon.amount_cents),
    marks: [endedMark(addon), addon.is_admin_only && m.office_board_staff_only()],
  })),
  ...discounts.map((discount) => ({
    ...discount,
    kind: 'discount' as const,
    amount: discount.amount_flat_cents === undefined ? '' : rateText(discount),
    marks: [
      endedMark(discount),
      discount.is_sibling_discount ? m.office_board_sibling() : m.office_board_staff_only(),
    ],
  })),
];

function Extras({ route }: { route: BoardRoute }) {
  return (
    <>
      <Labels labels={extrasOf(route)} />
      <ArrangeObjects
        text={m.office_arrange_addons_of({ route: route.name })}
        shortText={m.office_arrange_order_and_copies()}
        kind="addon"
        items={route.addons.map((addon) => ({ ...addon, copyOf: { kind: 'addon', id: addon.id } }))}
      />
      <NewObjects parent={route.id} kinds={['addon', 'discount']} of={route.name} />
    </>
  );
}

function seatFacts({
  capacity,
  taken,
  held,
  offered,
  waiting,
  free,
}: BoardSeats): [string, number | string][] {
  const unlimited = m.office_board_no_limit();
  return [
    [m.office_board_capacity(), capacity ?? unlimited],
    [m.office_board_taken(), taken],
    [m.office_board_held(), held],
    [m.office_board_offered(), offered],
    [m.office_board_waiting(), waiting],
    [m.office_board_free(), free ?? unlimited],
  ];
}

function Seats({ route }: { route: BoardRoute }) {
  return (
    <ObjectLink kind="route" id={route.id} className="grid grid-cols-[1fr_auto] gap-x-3 hover:bg-sunk">
      {seatFacts(route.seats).map(([label, n]) => (
        <span key={label} className="contents">
          <span className="text-left">{label}</span>{' '}
          <span className="figures text-right whitespace-nowrap underline underline-offset-4">{n}</span>
        </span>
      ))}
    </ObjectLink>
  );
}

const TERM_TYPES: Readonly<Record<BoardRoute['prices'][number]['type'], () => string>> = {
  paymentTermTypeFull: m.office_board_type_full,
  paymentTermTypeScheduled: m.office_board_type_scheduled,
};

function CanBeBought({ route: { why_not, prices } }: { route: BoardRoute }) {
  const seesMoney = useRight('money');
  const zone = useCompanyZone();
  if (why_not) return <span>{whyNotText(why_not, zone)}</span>;
  return (
    <span className="grid gap-1 text-left">
      <b className="text-green">{m.office_board_can_be_bought()}</b>
      {seesMoney &&
        prices.map(({ payment_term_id, type, total_cents }) => (
          <ObjectLink key={payment_term_id} kind="payment_term" id={payment_term_id}>
            {m.office_board_type_price({ type: TERM_TYPES[type](), price: formatMoney(total_cents) })}
          </ObjectLink>
        ))}
    </span>
  );
}

type TableProps = OfProgram & Shown;

const columnsOf = ({ school, program, checks, ...days }: TableProps): readonly Column<BoardRoute>[] => [
  {
    key: 'route',
    header: m.office_board_route(),
    narrow: 'title',
    cell: (route) => <RouteName route={route} checks={checks} />,
  },
  { key: 'terms', header: m.office_board_terms(), cell: (route) => <Terms route={route} {...days} /> },
  {
    key: 'extras',
    header: m.office_board_extras(),
    cell: (route) => <Extras route={route} />,
  },
  { key: 'seats', header: m.office_season_column_seats(), cell: (route) => <Seats route={route} /> },
  {
    key: 'today',
    header: m.office_board_today(),
    cell: (route) => (
      <>
        <CanBeBought route={route} />
        <SeeAsParent name={route.name} school={school} program={program.id} />
      </>
    ),
  },
];

export function RouteTable(props: TableProps) {
  const { name, routes, allRoutes } = props.program;
  const noneText = allRoutes.length === 0 ? m.office_board_no_routes : m.office_board_no_routes_with_checks;
  if (routes.length === 0) return <p className="text-ink-soft">{noneText()}</p>;
  return (
    <Table
      hideCaption
      caption={m.office_board_routes_of({ program: name })}
      columns={columnsOf(props)}
      rows={routes}
      rowKey={({ id }) => id}
    />
  );
}
