import { useEffect, useState } from 'react';
import { Link, NavLink } from 'react-router';
import { m } from '#i18n/messages.js';
import { logOut, stopImpersonating } from '#app/auth/session.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Icon } from '#app/ui/icon.tsx';
import { BusMark } from './logo.tsx';
import { companyName } from './page-facts.ts';
import { loginPath } from '#app/auth/login-path.ts';
import { useAddress } from './use-address.ts';

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
const barLinkClass = ({ isActive }: { isActive: boolean }) => classNames(linkClass, isActive && hereClass);

function AccountLinks() {
  const auth = useAuth();
  const location = useAddress();
  const isOnDashboard = location.pathname.startsWith('/dashboard');
  return (
    <>
      {auth.isAdmin && (
        <NavLink to="/admin" className={barLinkClass}>
          {m.shell_nav_admin()}
        </NavLink>
      )}
      {auth.isAuthenticated && !isOnDashboard && (
        <Link to="/dashboard" className={buttonClass('primary', undefined, 'small')}>
          {m.shell_nav_dashboard()}
        </Link>
      )}
      {auth.isAuthenticated && auth.isImpersonating && (
        <button
          type="button"
          className={buttonClass('danger', undefined, 'small')}
          onClick={() => void stopImpersonating()}
        >
          {m.shell_nav_stop_impersonating()}
        </button>
      )}
      {auth.isAuthenticated && !auth.isImpersonating && isOnDashboard && (
        <button
          type="button"
          className={buttonClass('secondary', undefined, 'small')}
          onClick={() => void logOut()}
        >
          {m.shell_nav_log_out()}
        </button>
      )}
      {!auth.isAuthenticated && !auth.isLoading && location.pathname !== '/login' && (
        <Link to={loginPath(location)} className={buttonClass('primary', undefined, 'small')}>
          {m.shell_nav_log_in()}
        </Link>
      )}
    </>
  );
}

/** Brand, links and the way into the account. On a phone the links fold behind one button. */
export function NavBar() {
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useAddress();
  useEffect(() => setOpen(false), [pathname]);
  return (
    <header className="border-b border-hair bg-card print:hidden">
      <div className="mx-auto flex min-h-16 max-w-page flex-wrap items-center gap-x-3 px-5 lg:px-8">
        <Link to="/" className="flex min-h-16 items-center gap-2.5 font-extrabold tracking-tight sm:text-lg">
          <BusMark className="h-6 w-10" />
          <span>{companyName()}</span>
        </Link>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls="site-menu"
          onClick={() => setOpen(!isOpen)}
          className={classNames(
            'ml-auto grid size-11 cursor-pointer',
            'place-items-center rounded-md hover:bg-sunk',
            'lg:hidden',
          )}
        >
          <Icon name={isOpen ? 'cross' : 'menu'} className="size-6" />
          <span className="sr-only">{isOpen ? m.shell_menu_close() : m.shell_menu_open()}</span>
        </button>
        <nav
          id="site-menu"
          aria-label={m.shell_nav_label()}
          className={classNames(
            'w-full pb-4 lg:ml-auto lg:flex lg:w-auto lg:items-center lg:gap-1 lg:pb-0',
            !isOpen && 'hidden',
          )}
        >
          {links.map((link) => (
            <NavLink key={link.to} to={link.to} end className={barLinkClass}>
              {link.label()}
            </NavLink>
          ))}
          <div className="mt-3 flex flex-wrap items-center gap-2 lg:mt-0 lg:ml-2">
            <AccountLinks />
          </div>
        </nav>
      </div>
    </header>
  );
}
