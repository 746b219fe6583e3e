import { Link, Navigate, Outlet } from 'react-router';
import { m } from '#i18n/messages.js';
import { RequireLogin } from '#app/auth/require-login.tsx';
import { isAllowed } from '#kit/endpoint/right.ts';
import { useAllowed, useAuth } from '#app/auth/use-auth.ts';
import { sandboxFact } from '#app/shell/page-facts.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { useAddress } from '#app/shell/use-address.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { CLOCK, entryOf, MENU, OVERVIEW, SECURITY, type MenuEntry } from './menu.ts';
import { classNames } from '#app/ui/class-names.ts';
import { Spinner } from '#app/ui/spinner.tsx';

export const handle = { needsSession: true, waitsInside: true, fillsWindow: true };
export const meta = () => pageTitle(m.office_title());

function MenuLink({ path, label, isHere }: Pick<MenuEntry, 'path' | 'label'> & { isHere: boolean }) {
  return (
    <Link
      to={path}
      aria-current={isHere ? 'page' : undefined}
      className={classNames(
        'flex min-h-11 items-center border-b-4 px-3',
        isHere ? 'border-bus font-bold' : 'border-transparent text-ink-soft hover:text-ink',
      )}
    >
      {label()}
    </Link>
  );
}

function Menu() {
  const { user } = useAuth();
  // Prerendered addresses end with a slash, and a NavLink would not recognize the overview.
  const here = entryOf(useAddress().pathname);
  // Only the sandbox has a movable clock.
  const hasOwnClock = !['test', 'no'].includes(sandboxFact());
  const shown = useAllowed(MENU).filter(({ path }) =>
    user?.needs_second_factor ? path === SECURITY : path !== CLOCK || hasOwnClock,
  );
  return (
    <nav aria-label={m.office_menu_label()} className="mb-6 border-b border-hair print:hidden">
      <ul className="flex flex-wrap gap-x-1">
        {shown.map(({ path, label }) => (
          <li key={path}>
            <MenuLink path={path} label={label} isHere={path === here?.path} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

type Why = 'family' | 'impersonating' | 'right';

const refusals: Record<Why, { title: () => string; text: () => string }> = {
  family: { title: m.office_refused_title, text: m.office_refused_text },
  impersonating: { title: m.office_refused_impersonating_title, text: m.office_refused_impersonating_text },
  right: { title: m.office_refused_right_title, text: m.portal_right_missing },
};

function Refused({ why, first }: { why: Why; first?: MenuEntry }) {
  const { title, text } = refusals[why];
  return (
    <div className="mx-auto grid max-w-form justify-items-start gap-4 px-5 py-16">
      <h1 className="text-2xl font-extrabold">{title()}</h1>
      <p>{text()}</p>
      {first ? (
        <LinkButton to={first.path}>{m.office_to_first_page({ page: first.label() })}</LinkButton>
      ) : (
        <LinkButton to="/dashboard">{m.office_to_dashboard()}</LinkButton>
      )}
    </div>
  );
}

function Pages() {
  const auth = useAuth();
  const { isStaff, isImpersonating, user } = auth;
  const { pathname } = useAddress();
  const [first] = useAllowed(MENU);
  // Before the setup of a second factor no other page of the office answers (H2).
  if (user?.needs_second_factor && pathname !== SECURITY) return <Navigate to={SECURITY} replace />;
  if (!isStaff) return <Refused why={isImpersonating ? 'impersonating' : 'family'} />;
  if (isAllowed(auth, entryOf(pathname)?.right)) return <Outlet />;
  // A school's person begins on the first page of the role (OF8.6).
  return pathname === OVERVIEW && first ? (
    <Navigate to={first.path} replace />
  ) : (
    <Refused why="right" first={first} />
  );
}

/**
 * The back office, for staff only; parents do not download the pages. The menu's place is reserved until the
 * session is known.
 */
export default function StaffLayout() {
  const { isReady, isStaff } = useAuth();
  return (
    <div className={isReady && !isStaff ? undefined : 'mx-auto max-w-page px-5 py-5 lg:px-8'}>
      {(!isReady || isStaff) && (
        <div className={classNames(!isReady && 'invisible')}>
          <Menu />
        </div>
      )}
      {isReady ? (
        <RequireLogin>
          <Pages />
        </RequireLogin>
      ) : (
        <Spinner label={m.shell_loading()} className="min-h-96" />
      )}
    </div>
  );
}
