import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { logOut, stopImpersonating } from '#app/auth/session.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Icon } from '#app/ui/icon.tsx';
import { brand } from '#app/company/brand.ts';
import { BusMark } from './logo.tsx';
import { companyName } from './page-facts.ts';
import { mayLeave } from './unsaved-changes.ts';
import { loginPath } from '#app/auth/login-path.ts';
import { useAddress } from './use-address.ts';
import { shownName } from '#kit/text/full-name.ts';

const links = [
  { to: '/', label: m.shell_nav_home },
  { to: '/about-us', label: m.shell_nav_about_us },
  { to: '/technology', label: m.shell_nav_technology },
  { to: '/employment', label: m.shell_nav_careers },
  { to: '/contact-us', label: m.shell_nav_contact },
  { to: '/privacy-policy', label: m.shell_nav_privacy },
];

const linkClass = 'flex min-h-11 items-center rounded-md px-3 text-ink-soft hover:bg-sunk hover:text-ink';
const hereClass = 'font-semibold text-ink underline decoration-bus decoration-4 underline-offset-8';

function SignedInAs() {
  const { user, isAuthenticated } = useAuth();
  if (!user || !isAuthenticated) return null;
  const name = shownName(user);
  const said = m.shell_signed_in_as({ name });
  const initials = [user.first_name, user.last_name].map((part) => [...part.trim()][0] ?? '').join('');
  return (
    <Link
      to="/dashboard/profile"
      title={said}
      className={classNames(
        'grid size-11 shrink-0 place-items-center rounded-full bg-bus-wash text-sm font-bold text-ink',
        'uppercase hover:bg-sunk max-[22.5rem]:hidden',
      )}
    >
      <span aria-hidden="true">{initials}</span>
      <span className="sr-only">{said}</span>
    </Link>
  );
}

async function leaveBy(act: () => Promise<void>): Promise<void> {
  if (await mayLeave()) await act();
}

type LeaveButtonProps = { look: 'danger' | 'secondary'; text: string; act: () => Promise<void> };

/** Asks before typed text is lost. */
export function LeaveButton({ look, text, act }: LeaveButtonProps) {
  return (
    <button type="button" className={buttonClass(look, undefined, 'small')} onClick={() => void leaveBy(act)}>
      {text}
    </button>
  );
}

/** The links to the account; the place is reserved until the session is known. */
function AccountLinks() {
  const auth = useAuth();
  const location = useAddress();
  const isOnDashboard = location.pathname.startsWith('/dashboard');
  return (
    <>
      {auth.isStaff && (
        <Link to="/admin" className={classNames(linkClass, 'max-lg:px-1')}>
          {m.shell_nav_admin()}
        </Link>
      )}
      <SignedInAs />
      {auth.isAuthenticated && !isOnDashboard && (
        <Link to="/dashboard" className={buttonClass('primary', undefined, 'small')}>
          {m.shell_nav_dashboard()}
        </Link>
      )}
      {auth.isAuthenticated && auth.isImpersonating && (
        <LeaveButton look="danger" text={m.shell_nav_stop_impersonating()} act={() => stopImpersonating()} />
      )}
      {auth.isAuthenticated && !auth.isImpersonating && isOnDashboard && (
        <LeaveButton look="secondary" text={m.shell_nav_log_out()} act={logOut} />
      )}
      {!auth.isAuthenticated && !auth.isLoading && location.pathname !== '/login' && (
        <Link
          to={loginPath(location)}
          data-for-visitors
          className={buttonClass('primary', undefined, 'small')}
        >
          {m.shell_nav_log_in()}
        </Link>
      )}
    </>
  );
}

function BrandLink() {
  const { isImpersonating, isStaff } = useAuth();
  return (
    <Link
      to="/"
      className={classNames(
        'flex min-h-16 min-w-0 flex-1 items-center gap-2 font-extrabold tracking-tight',
        'sm:text-lg lg:flex-none',
      )}
    >
      <BusMark
        className={classNames('h-5 w-8 shrink-0 sm:h-6 sm:w-10', !isStaff && 'max-[22.5rem]:hidden')}
      />
      {/* On a phone, Stop Impersonating and Admin need this room. */}
      <span
        className={classNames('truncate sm:hidden', (isImpersonating || isStaff) && 'hidden')}
        aria-hidden="true"
      >
        {brand.short_name}
      </span>
      <span className="max-sm:sr-only">{companyName()}</span>
    </Link>
  );
}

function MenuButton({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls="site-menu"
      onClick={onToggle}
      className={classNames(
        'peer group order-2 grid size-11 shrink-0 cursor-pointer',
        'place-items-center rounded-md hover:bg-sunk',
        'lg:hidden',
      )}
    >
      {/* By style alone, so the menu unfolds before the scripts have loaded. */}
      <span className="group-aria-expanded:hidden">
        <Icon name="menu" className="size-6" />
        <span className="sr-only">{m.shell_menu_open()}</span>
      </span>
      <span className="hidden group-aria-expanded:inline">
        <Icon name="cross" className="size-6" />
        <span className="sr-only">{m.shell_menu_close()}</span>
      </span>
    </button>
  );
}

function MenuLinks() {
  const { pathname } = useAddress();
  return (
    <div
      id="site-menu"
      className={classNames(
        'order-3 hidden w-full pb-4 peer-aria-expanded:block',
        'lg:order-1 lg:ml-auto lg:flex lg:w-auto lg:items-center lg:gap-1 lg:pb-0',
        'lg:peer-aria-expanded:flex',
      )}
    >
      {links.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          // Prerendered addresses end with a slash, and a NavLink would not recognize them.
          aria-current={pathname === to ? 'page' : undefined}
          className={classNames(linkClass, pathname === to && hereClass)}
        >
          {label()}
        </Link>
      ))}
    </div>
  );
}

export function NavBar() {
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useAddress();
  useEffect(() => setOpen(false), [pathname]);
  return (
    <header className="border-b border-hair bg-card print:hidden">
      <div className="mx-auto flex min-h-16 max-w-page flex-wrap items-center gap-x-1 px-5 sm:gap-3 lg:px-8">
        <BrandLink />
        {/* The boxes of the bar are in one row; the folded menu takes a row below. */}
        <nav aria-label={m.shell_nav_label()} className="contents">
          <MenuButton isOpen={isOpen} onToggle={() => setOpen((wasOpen) => !wasOpen)} />
          <MenuLinks />
          <div className="order-1 flex items-center justify-end gap-1 sm:gap-2 lg:order-2 lg:min-w-40">
            <AccountLinks />
          </div>
        </nav>
      </div>
    </header>
  );
}
