import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import {
  listWaitingChildren,
  listWaitingRoutes,
  type WaitingChild,
  type WaitingPage,
  type WaitingRoute,
} from '#modules/office/waiting/waiting.contract.ts';
import { waitingList } from '#modules/office/waiting/waiting-list.ts';
import { useItems } from '#app/api/use-items.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { OfficeList } from '#app/lists/office-list.tsx';
import { PhoneLink, rowLink } from '#app/lists/row-links.tsx';
import { useListQuery, type AnyPage } from '#app/lists/use-list.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import type { Column } from '#app/ui/table.tsx';
import { ChildActs } from './child-acts.tsx';
import { MoreSeats, RouteSeats } from './route-seats.tsx';
import { unsoldSeats, waitingStateTexts } from './waiting-texts.ts';

export const meta = () => pageTitle(m.office_title_waiting());

function Phones({ child: { guardians } }: { child: WaitingChild }) {
  return (
    <ul>
      {guardians.map(({ name, phone }) => (
        <li key={`${name} ${phone}`} className="flex flex-wrap gap-x-3 max-sm:justify-end">
          <span>{name}</span>
          {phone && <PhoneLink phone={phone} />}
        </li>
      ))}
    </ul>
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

const cells = {
  child: ({ student, has_sibling }: WaitingChild) => (
    <span className="block py-1">
      <b className="block wrap-anywhere">{student.name}</b>
      {has_sibling && <span className="block">{m.office_waiting_sibling()}</span>}
    </span>
  ),
  family: ({ parent }: WaitingChild) => (
    <Link to={`/admin/users/parents/${parent.id}`} className={rowLink}>
      {parent.name}
    </Link>
  ),
  phone: (child: WaitingChild) => <Phones child={child} />,
  state: (child: WaitingChild) => <State child={child} />,
};

const isWanted = ({ seats }: WaitingRoute) => seats.waiting > 0 || seats.offered > 0;

/** The routes of the address: the chosen ones, or those of the schools on which somebody waits. */
function useShownRoutes(routes: readonly WaitingRoute[]) {
  const { text } = useListQuery();
  const [schools, lines] = [text('school'), text('line')].map((list) => (list ? list.split(',') : []));
  if (lines!.length > 0) return routes.filter(({ id }) => lines!.includes(String(id)));
  return routes.filter(
    (one) => isWanted(one) && (schools!.length === 0 || schools!.includes(one.school.path)),
  );
}

/** Waiting lists by route: the seats, and the children in their order (OF6). */
export default function Waiting() {
  const { text, change } = useListQuery();
  const mayWrite = useRight('waiting_write');
  const routes = useItems(listWaitingRoutes, {}, { staleTime: 0 }).data ?? [];
  const shown = useShownRoutes(routes);
  const ofRoute = shown.find(({ id }) => String(id) === text('line'));
  const isFull = (id: number) => {
    const route = routes.find((one) => one.id === id);
    return route !== undefined && unsoldSeats(route) <= 0;
  };
  const actsAmong = (rows: readonly WaitingChild[], last: AnyPage): readonly Column<WaitingChild>[] => [
    {
      key: 'acts',
      header: m.office_waiting_acts(),
      cell: (child) => (
        <ChildActs
          child={child}
          others={rows.filter(({ route }) => route.id === child.route.id)}
          offerEndsAt={(last as WaitingPage).offer_ends_at}
          isFull={isFull(child.route.id)}
        />
      ),
    },
  ];
  return (
    <>
      <PageHead title={m.office_title_waiting()} />
      <p className="mb-5 max-w-read">{m.office_waiting_text()}</p>
      {shown.length > 0 && <RouteSeats routes={shown} choose={(chosen) => change('line', chosen)} />}
      {ofRoute && <MoreSeats key={ofRoute.id} route={ofRoute} />}
      <div className="mt-6">
        <OfficeList
          list={listWaitingChildren}
          view={waitingList}
          path="/admin/waiting"
          cells={cells}
          extra={mayWrite ? actsAmong : undefined}
          hasHead={false}
        />
      </div>
    </>
  );
}
