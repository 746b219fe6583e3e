import { Link, Navigate, Outlet } from 'react-router';
import { m } from '#i18n/messages.js';
import { RequireLogin } from '#app/auth/require-login.tsx';
import { useAuth } from '#app/auth/use-auth.ts';
import { sandboxFact } from '#app/shell/page-facts.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { useAddress } from '#app/shell/use-address.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Spinner } from '#app/ui/spinner.tsx';

export const handle = { needsSession: true, waitsInside: true, fillsWindow: true };
export const meta = () => pageTitle(m.admin_title());

const OVERVIEW = '/admin';
const SECURITY = '/admin/security';
const CLOCK = '/admin/clock';

const links = [
  { to: OVERVIEW, label: m.admin_menu_overview },
  { to: '/admin/users/parents', label: m.admin_title_parents },
  { to: '/admin/requests', label: m.admin_title_requests },
  { to: '/admin/applications', label: m.admin_title_applications },
  { to: '/admin/aid', label: m.admin_title_aid },
  { to: '/admin/approvals', label: m.admin_title_approvals },
  { to: '/admin/owed', label: m.admin_title_owed },
  { to: '/admin/money', label: m.admin_title_money },
  { to: '/admin/payouts', label: m.admin_title_payouts },
  { to: '/admin/reconciliation', label: m.admin_title_reconciliation },
  { to: '/admin/content', label: m.admin_title_content },
  { to: '/admin/audit', label: m.admin_title_audit },
  { to: '/admin/congestion-fees', label: m.admin_title_fees },
  { to: CLOCK, label: m.admin_title_clock },
  { to: SECURITY, label: m.account_security_title },
];
const superLinks = [{ to: '/admin/staff', label: m.admin_title_staff }];

function Menu() {
  const { isSuperAdmin, user } = useAuth();
  // Without the slash that the finished HTML is made with: a NavLink would not know the overview by it.
  const { pathname } = useAddress();
  const isHere = (to: string) => pathname === to || (to !== OVERVIEW && pathname.startsWith(`${to}/`));
  // A bank's clock cannot be moved.
  const hasOwnClock = !['test', 'no'].includes(sandboxFact());
  const ofPortal = links.filter(({ to }) => to !== CLOCK || hasOwnClock);
  const all = [...ofPortal, ...(isSuperAdmin ? superLinks : [])];
  const shown = user?.needs_second_factor ? all.filter(({ to }) => to === SECURITY) : all;
  return (
    <nav aria-label={m.admin_menu_label()} className="mb-6 border-b border-hair print:hidden">
      <ul className="flex flex-wrap gap-x-1">
        {shown.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={isHere(to) ? 'page' : undefined}
              className={classNames(
                'flex min-h-11 items-center border-b-4 px-3',
                isHere(to) ? 'border-bus font-bold' : 'border-transparent text-ink-soft hover:text-ink',
              )}
            >
              {label()}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** For a signed-in person who is no staff, and for staff who impersonate a parent. */
function Refused({ isImpersonating }: { isImpersonating: boolean }) {
  return (
    <div className="mx-auto grid max-w-form justify-items-start gap-4 px-5 py-16">
      <h1 className="text-2xl font-extrabold">
        {isImpersonating ? m.admin_refused_impersonating_title() : m.admin_refused_title()}
      </h1>
      <p>{isImpersonating ? m.admin_refused_impersonating_text() : m.admin_refused_text()}</p>
      <LinkButton to="/dashboard">{m.admin_to_dashboard()}</LinkButton>
    </div>
  );
}

function Pages() {
  const { isAdmin, isImpersonating, user } = useAuth();
  const { pathname } = useAddress();
  // Nothing else of the office answers before a second factor is set up (H2).
  if (user?.needs_second_factor && pathname !== SECURITY) return <Navigate to={SECURITY} replace />;
  return isAdmin ? <Outlet /> : <Refused isImpersonating={isImpersonating} />;
}

/**
 * The back office, for staff only; parents do not download its pages. The place of its menu is kept until it
 * is known who is here.
 */
export default function StaffLayout() {
  const { isReady, isAdmin } = useAuth();
  return (
    <div className={isReady && !isAdmin ? undefined : 'mx-auto max-w-page px-5 py-5 lg:px-8'}>
      {(!isReady || isAdmin) && (
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
