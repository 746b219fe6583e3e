import { NavLink, Outlet } from 'react-router';
import { m } from '#i18n/messages.js';
import { useAuth } from '#app/auth/use-auth.ts';
import { RequireLogin } from '#app/auth/require-login.tsx';
import { UnverifiedBanner } from '#app/accounts/resend-verification.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Icon, type IconName } from '#app/ui/icon.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { shownName } from '#kit/text/full-name.ts';

export const handle = { needsSession: true, waitsInside: true, fillsWindow: true };

const menu: readonly { to: string; icon: IconName; label: () => string }[] = [
  { to: '/dashboard/profile', icon: 'person', label: m.dashboard_menu_profile },
  { to: '/dashboard/students', icon: 'people', label: m.dashboard_menu_students },
  { to: '/dashboard/orders', icon: 'list', label: m.dashboard_menu_orders },
  { to: '/dashboard/payment-methods', icon: 'card', label: m.dashboard_menu_payment_methods },
  { to: '/dashboard/help', icon: 'help', label: m.dashboard_menu_help },
];

function SideMenu() {
  const { user } = useAuth();
  return (
    <nav aria-label={m.dashboard_menu_label()} className="min-w-0 print:hidden">
      {/* One row on a phone, so the page itself begins on the first screen (MP8). */}
      <ul className="grid grid-cols-5 sm:gap-1 lg:grid-cols-1">
        {menu.map((entry) => (
          <li key={entry.to}>
            <NavLink
              to={entry.to}
              className={({ isActive }) =>
                classNames(
                  'flex h-full min-h-11 min-w-0 flex-col items-center gap-1 rounded-md border-b-4 py-1.5',
                  'text-center text-xs wrap-anywhere sm:text-sm',
                  'lg:flex-row lg:gap-2 lg:border-b-0 lg:border-l-4 lg:px-2.5 lg:text-left lg:text-base',
                  isActive
                    ? 'border-bus bg-card font-bold text-ink'
                    : 'border-transparent text-ink-soft hover:bg-sunk hover:text-ink',
                )
              }
            >
              <Icon name={entry.icon} />
              <span>{entry.label()}</span>
            </NavLink>
          </li>
        ))}
      </ul>
      <p className="mt-4 hidden px-3 text-sm break-words text-ink-soft lg:block">
        {user ? m.shell_signed_in_as({ name: shownName(user) }) : '\u00a0'}
      </p>
      <p className="mt-4 hidden border-t border-hair px-3 pt-3 text-sm text-ink-soft lg:block">
        {m.dashboard_school_note()}
      </p>
    </nav>
  );
}

/** The place of the menu is reserved until the session is known. */
export default function DashboardLayout() {
  const { isReady, isAuthenticated } = useAuth();
  const isShown = !isReady || isAuthenticated;
  return (
    <div
      className={classNames(
        'mx-auto grid max-w-page gap-6 px-5 py-6',
        'lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-10 lg:px-8 lg:py-10',
        'print:block print:p-0',
      )}
    >
      <div className={classNames(!isReady && 'invisible')}>{isShown && <SideMenu />}</div>
      {/* On a phone the note stands below the window, so the loading page moves nothing. */}
      <div className="min-w-0 max-lg:min-h-svh print:min-h-0">
        {isReady ? (
          <RequireLogin>
            <UnverifiedBanner />
            <Outlet />
          </RequireLogin>
        ) : (
          <Spinner label={m.shell_loading()} className="min-h-96" />
        )}
      </div>
      {isReady && <p className="text-sm text-ink-soft lg:hidden print:hidden">{m.dashboard_school_note()}</p>}
    </div>
  );
}
