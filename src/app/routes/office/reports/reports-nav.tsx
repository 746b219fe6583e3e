import { NavLink } from 'react-router';
import { m } from '#i18n/messages.js';
import { classNames } from '#app/ui/class-names.ts';

const PAGES = [
  { to: '/admin/reports/season', label: m.office_title_season_report },
  { to: '/admin/reports/ledger', label: m.office_title_ledger },
  { to: '/admin/reports/statements', label: m.office_title_statements },
];

/** The pages of the entry Reports, as one row of links. */
export function ReportsNav() {
  return (
    <nav aria-label={m.office_title_reports()} className="mb-5 border-b-2 border-hair print:hidden">
      <ul className="flex flex-wrap gap-1">
        {PAGES.map(({ to, label }) => (
          <li key={to}>
            <NavLink
              to={to}
              end
              className={({ isActive }) =>
                classNames(
                  '-mb-0.5 flex min-h-11 items-center border-b-4 px-4 py-2 font-semibold',
                  isActive ? 'border-ink text-ink' : 'border-transparent text-ink-soft hover:text-ink',
                )
              }
            >
              {label()}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
