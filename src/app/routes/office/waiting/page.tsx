import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import {
  listWaitingChildren,
  listWaitingRoutes,
  WAITING_SHOWS,
  type WaitingChild,
  type WaitingRoute,
  type WaitingShow,
} from '#modules/office/waiting/waiting.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { useCompanyDay, useCompanyTime } from '#app/company/use-company-day.ts';
import { ListPage } from '#app/lists/list-page.tsx';
import { rowLink } from '#app/lists/row-links.tsx';
import { useList, useListQuery } from '#app/lists/use-list.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { Table, type Column } from '#app/ui/table.tsx';
import { ChildActs } from './child-acts.tsx';
import { MoreSeats, RouteSeats } from './route-seats.tsx';
import { unsoldSeats, waitingStateTexts } from './waiting-texts.ts';

export const meta = () => pageTitle(m.office_title_waiting());

const shows: Record<WaitingShow, () => string> = {
  live: m.office_waiting_live,
  waits: m.office_waiting_waits,
  offered: m.office_waiting_offered,
  paused: m.office_waiting_paused,
  ended: m.office_waiting_ended,
};

function Contacts({ child: { parent, guardians } }: { child: WaitingChild }) {
  return (
    <>
      <Link to={`/admin/users/parents/${parent.id}`} className={rowLink}>
        {parent.name}
      </Link>
      <ul>
        {guardians.map(({ name, phone }) => (
          <li key={`${name} ${phone}`} className="flex flex-wrap gap-x-3 max-sm:justify-end">
            <span>{name}</span>
            {phone && (
              <a href={`tel:${phone}`} className="figures whitespace-nowrap underline underline-offset-4">
                {phone}
              </a>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function State({ child }: { child: WaitingChild }) {
  const timeText = useCompanyTime();
  return waitingStateTexts(child, timeText).map((text, nr) => (
    <span key={text} className={nr === 0 ? 'block font-semibold' : 'block text-ink-soft'}>
      {text}
    </span>
  ));
}

type ChildrenProps = {
  rows: readonly WaitingChild[];
  offerEndsAt: string;
  routes: readonly WaitingRoute[];
  ofRoute: WaitingRoute | undefined;
};

function Children({ rows, offerEndsAt, routes, ofRoute }: ChildrenProps) {
  const dayText = useCompanyDay();
  const mayWrite = useRight('waiting_write');
  const isFull = (id: number) => {
    const route = routes.find((one) => one.id === id);
    return route !== undefined && unsoldSeats(route) <= 0;
  };
  const columns: readonly Column<WaitingChild>[] = [
    {
      key: 'child',
      header: m.office_waiting_child(),
      narrow: 'title',
      cell: ({ student, grade, route, has_sibling }) => (
        <span className="block py-1">
          <b className="block wrap-anywhere">{student.name}</b>
          {grade && <span className="block text-ink-soft">{grade}</span>}
          {!ofRoute && <span className="block text-ink-soft">{route.name}</span>}
          {has_sibling && <span className="block">{m.office_waiting_sibling()}</span>}
        </span>
      ),
    },
    {
      key: 'place',
      header: m.office_waiting_place(),
      numeric: true,
      cell: ({ place }) => place ?? m.office_none(),
    },
    { key: 'call', header: m.office_waiting_call(), cell: (child) => <Contacts child={child} /> },
    {
      key: 'since',
      header: m.office_waiting_since(),
      cell: ({ joined_at }) => <span className="figures whitespace-nowrap">{dayText(joined_at)}</span>,
    },
    { key: 'state', header: m.office_column_state(), cell: (child) => <State child={child} /> },
    ...(mayWrite
      ? [
          {
            key: 'acts',
            header: m.office_waiting_acts(),
            cell: (child: WaitingChild) => (
              <ChildActs
                child={child}
                others={rows.filter(({ route }) => route.id === child.route.id)}
                offerEndsAt={offerEndsAt}
                isFull={isFull(child.route.id)}
              />
            ),
          },
        ]
      : []),
  ];
  const caption = ofRoute
    ? m.office_waiting_children_of({ route: ofRoute.name })
    : m.office_waiting_children();
  return <Table dense caption={caption} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

type Filters = { school: string; route: string; state: WaitingShow };

function FilterFields({
  filters: { school, route, state },
  routes,
  change,
}: {
  filters: Filters;
  routes: readonly WaitingRoute[];
  change: (name: string, value: string) => void;
}) {
  const schools = new Map(routes.map((one) => [one.school.path, one.school.text]));
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <SelectField
        name="school"
        label={m.list_school()}
        value={school}
        placeholder={m.office_overview_all_schools()}
        onChange={(event) => {
          change('school', event.target.value);
          change('route', '');
        }}
        options={[...schools].map(([value, label]) => ({ value, label }))}
      />
      <SelectField
        name="route"
        label={m.office_waiting_route()}
        value={route}
        placeholder={m.office_waiting_all_routes()}
        onChange={(event) => change('route', event.target.value)}
        options={routes
          .filter((one) => school === '' || one.school.path === school)
          .map(({ id, name, program, seats }) => ({
            value: String(id),
            label: m.office_waiting_of_route({
              route: m.office_board_program_of({ school: program, program: name }),
              n: seats.waiting,
            }),
          }))}
      />
      <SelectField
        name="state"
        label={m.office_column_state()}
        value={state}
        onChange={(event) => change('state', event.target.value)}
        options={WAITING_SHOWS.map((value) => ({ value, label: shows[value]() }))}
      />
    </div>
  );
}

const isWanted = ({ seats }: WaitingRoute) => seats.waiting > 0 || seats.offered > 0;

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title={m.office_waiting_none_here()} />;
  return <EmptyState title={m.office_waiting_none()}>{m.office_waiting_none_text()}</EmptyState>;
}

/** Waiting lists by route: the seats, and the children in their order (OF6). */
export default function Waiting() {
  const { text, choice, change } = useListQuery();
  const [school, route] = [text('school'), text('route')];
  const state = choice('state', WAITING_SHOWS);
  const routes = useItems(listWaitingRoutes, {}, { staleTime: 0 }).data ?? [];
  const children = useList(listWaitingChildren, { school, route, state });
  const ofRoute = routes.find(({ id }) => String(id) === route);
  const shown = ofRoute
    ? [ofRoute]
    : routes.filter((one) => isWanted(one) && (school === '' || one.school.path === school));
  const isFiltered = school !== '' || route !== '' || state !== 'live';
  const schoolText = routes.find((one) => one.school.path === school)?.school.text ?? school;
  return (
    <ListPage
      title={m.office_title_waiting()}
      parts={children}
      shownFilters={[
        { name: 'school', label: m.list_school(), text: schoolText },
        { name: 'route', label: m.office_waiting_route(), text: ofRoute?.name ?? route },
        { name: 'state', label: m.office_column_state(), text: state === 'live' ? '' : shows[state]() },
      ]}
      nothing={<Nothing isFiltered={isFiltered} />}
      filters={
        <>
          <p className="mb-5 max-w-read">{m.office_waiting_text()}</p>
          <FilterFields filters={{ school, route, state }} routes={routes} change={change} />
          {shown.length > 0 && <RouteSeats routes={shown} choose={(chosen) => change('route', chosen)} />}
          {ofRoute && <MoreSeats key={ofRoute.id} route={ofRoute} />}
        </>
      }
    >
      {(rows) => (
        <div className="mt-6">
          <Children
            rows={rows}
            offerEndsAt={children.data?.pages.at(-1)?.offer_ends_at ?? ''}
            routes={routes}
            ofRoute={ofRoute}
          />
        </div>
      )}
    </ListPage>
  );
}
