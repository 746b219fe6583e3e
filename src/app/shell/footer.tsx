import { Link } from 'react-router';
import type { Elements } from '#app/ui/elements.ts';
import { m } from '#i18n/messages.js';
import { company, lineOf, schoolNames } from '#app/company/company.ts';
import { eachSchool } from '#app/company/schools.ts';
import { classNames } from '#app/ui/class-names.ts';
import { BusMark } from './logo.tsx';
import { companyName } from './page-facts.ts';
import { useIsHydrated } from './use-address.ts';

const thisYear = new Date().getFullYear();

export const linkClass = 'inline-flex min-h-11 items-center underline underline-offset-4';

function CompanyAddress() {
  return (
    <div>
      <p className="flex items-center gap-2.5 font-bold">
        <BusMark className="h-5 w-8" />
        <span>{companyName()}</span>
      </p>
      <address className="mt-2 not-italic">
        <span>{company.address_1}</span>
        <br />
        <span>{company.city_line}</span>
      </address>
      <p className="mt-1">
        <Link className={linkClass} to="/news">
          {m.shell_footer_news()}
        </Link>
      </p>
    </div>
  );
}

function Dispatch() {
  return (
    <div>
      <p className="font-bold">{m.shell_footer_dispatch()}</p>
      <p>
        <a className={linkClass} href={`tel:+1-${company.dispatch_phone}`}>
          {company.dispatch_phone}
        </a>
      </p>
      <p>
        <a className={linkClass} href={`mailto:${company.dispatch_email}`}>
          {company.dispatch_email}
        </a>
      </p>
    </div>
  );
}

function SchoolsLine() {
  return (
    <figure className="sm:col-span-2 lg:col-span-1">
      <svg viewBox="0 0 320 40" className="h-10 w-full max-w-80" aria-hidden="true">
        <path d="M12 20h296" stroke="white" strokeWidth="4" strokeLinecap="round" />
        {
          eachSchool(({ path, stop }) => (
            <circle
              data-line={lineOf(path)}
              cx={stop}
              cy="20"
              r="9"
              className="fill-line"
              stroke="white"
              strokeWidth="4"
            />
          )) satisfies Elements
        }
      </svg>
      <figcaption className="mt-2">{m.shell_footer_partners({ schools: schoolNames() })}</figcaption>
    </figure>
  );
}

function Copyright() {
  // Prerendered pages may be older than the year, so a script of the page writes the year
  // (first-load/start-later.ts).
  const year = useIsHydrated() ? thisYear : '';
  const [beforeYear, afterYear] = m
    .shell_footer_copyright({ year: '\n', company: companyName() })
    .split('\n');
  return (
    <p className="border-t border-control pt-5 text-sm sm:col-span-2 lg:col-span-3">
      <span>{beforeYear}</span>
      <span data-year suppressHydrationWarning>
        {year}
      </span>
      <span>{`${afterYear} ${m.shell_footer_credit()}`}</span>
    </p>
  );
}

export function Footer() {
  return (
    <footer className="mt-auto bg-ink text-white print:hidden">
      <div
        className={classNames(
          'mx-auto grid max-w-page gap-x-10 gap-y-6 px-5 py-10 sm:grid-cols-2',
          'lg:grid-cols-[1.2fr_1fr_1.4fr] lg:px-8',
        )}
      >
        <CompanyAddress />
        <Dispatch />
        <SchoolsLine />
        <Copyright />
      </div>
    </footer>
  );
}
