import { Link } from 'react-router';
import type { Elements } from '#app/ui/elements.ts';
import { m } from '#i18n/messages.js';
import { isolated } from '#kit/text/isolated.ts';
import text from '#company/pages/home.json' with { type: 'json' };
import { useAuth } from '#app/auth/use-auth.ts';
import { company, lineOf, say } from '#app/company/company.ts';
import { eachRoute, eachSchool, ifDrawn, ifRiding, type ListedSchool } from '#app/company/schools.ts';
import { useFrameMode } from '#app/shell/frame-mode.ts';
import { Late, latePart } from '#app/shell/late-part.tsx';
import { pageDescription } from '#app/shell/page-description.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { Card } from '#app/ui/card.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { SchoolTag } from '#app/company/school-tag.tsx';
import landscape from '#company/landscape.svg?inline';
import { Buildings, DrawnBuilding, PictureOfSchool } from '#app/company/school-building.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { RouteMaps } from './route-maps.tsx';

export const meta = () => [...pageTitle(), ...pageDescription(say(text.title), say(text.description))];

function Bus() {
  return (
    <svg viewBox="0 0 150 84" aria-hidden="true" className="hero-bus">
      <path
        d="M8 18A12 12 0 0120 6h88a12 12 0 0111 7l10 22 12 5a6 6 0 014 6v20a4 4 0 01-4 4H12a4 4 0 01-4-4z"
        className="fill-bus stroke-ink"
        strokeWidth="4"
        strokeLinejoin="round"
      />
      <path
        d="M18 18h16v17H18zM40 18h16v17H40zM62 18h16v17H62zM84 18h16v17H84zM106 18h4l9 18h-13z"
        className="fill-ink"
      />
      <path d="M8 46h136M8 54h112" className="stroke-ink" strokeWidth="3" />
      <path d="M138 56h7" className="stroke-card" strokeWidth="6" />
      <circle cx="38" cy="69" r="12" className="fill-ink stroke-card" strokeWidth="4" />
      <circle cx="38" cy="69" r="4" className="fill-card" />
      <circle cx="114" cy="69" r="12" className="fill-ink stroke-card" strokeWidth="4" />
      <circle cx="114" cy="69" r="4" className="fill-card" />
    </svg>
  );
}

function HeroStops() {
  return (
    <ol aria-label={say(text.line)} className="hero-line">
      {eachSchool((school) => (
        <li data-line={lineOf(school.path)} className="hero-stop">
          {
            ifDrawn(
              school,
              <PictureOfSchool file={school.drawing_file} className="hero-house" />,
              <DrawnBuilding building={school.building} className="hero-house" />,
            ) satisfies Elements
          }
          <span aria-hidden="true" className="stop stop-done hero-mark" />
          <span className="px-1 pt-2 text-sm font-bold sm:text-base">
            <span className="sm:hidden" aria-hidden="true">
              {school.short_name}
            </span>
            <span className="sr-only sm:not-sr-only">{school.name}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The landscape is inline: a picture of a kilobyte is not worth a request. */
function HomeHero() {
  return (
    <section className="border-b border-hair bg-card">
      <div className="relative z-10 mx-auto max-w-page px-5 pt-10 pb-6 lg:px-8 lg:pt-14">
        <h1 className="max-w-[18ch] text-2xl font-extrabold tracking-tight sm:text-3xl">{say(text.title)}</h1>
        <p className="mt-4 max-w-read text-lg text-ink-soft">{say(text.intro)}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          <LinkButton to="/#schools">{m.public_home_start()}</LinkButton>
          <LinkButton to="/#route-maps" look="secondary">
            {m.public_home_view_routes()}
          </LinkButton>
        </div>
      </div>
      <div className="hero-scene">
        <img src={landscape} alt={say(text.picture)} width="1200" height="260" className="hero-landscape" />
        <Buildings />
        <HeroStops />
        <Bus />
      </div>
    </section>
  );
}

// Only a framed page needs the login box.
const loginBox = latePart(async () => (await import('#app/accounts/login-box.tsx')).LoginBox);

const linkClass = 'inline-flex min-h-11 items-center gap-2 underline underline-offset-4 break-all';

function RouteMailboxes() {
  return (
    <ul>
      {eachSchool((school) => (
        <li>
          <a className={linkClass} href={`mailto:${school.routes_email}`}>
            {school.routes_email}
          </a>
        </li>
      ))}
    </ul>
  );
}

function ContactBox() {
  return (
    <Card
      aria-label={m.public_home_contact_label()}
      title={m.public_home_contact_title()}
      className="lg:w-80"
    >
      <p className="text-sm text-ink-soft">{m.public_home_contact_dispatch()}</p>
      <p>
        <a className={`${linkClass} text-lg font-bold`} href={`tel:+1-${company.dispatch_phone}`}>
          <Icon name="phone" />
          <span>{company.dispatch_phone}</span>
        </a>
      </p>
      <p>
        <a className={linkClass} href={`mailto:${company.dispatch_email}`}>
          <Icon name="mail" />
          <span>{company.dispatch_email}</span>
        </a>
      </p>
      <p className="mt-3 text-sm text-ink-soft">{m.public_home_contact_routes()}</p>
      <RouteMailboxes />
      <Link className={`${linkClass} mt-2 font-bold`} to="/#route-maps">
        <span>{m.public_home_view_routes()}</span>
        <Icon name="arrow" />
      </Link>
    </Card>
  );
}

function RoutesOfSchool({ school }: { school: ListedSchool }) {
  return (
    <ul aria-label={m.public_home_school_routes({ school: school.name })} className="mt-1 flex-1">
      {eachRoute(school, ({ map, name }) => (
        <li>
          <Link
            to={`/#map-${map}`}
            className="inline-flex min-h-11 items-center underline underline-offset-4 sm:min-h-9"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function SchoolCard({ school }: { school: ListedSchool }) {
  return (
    <li
      data-line={lineOf(school.path)}
      className="flex flex-col rounded-md border border-hair border-t-line border-t-6 bg-card p-4"
    >
      <SchoolTag path={school.path} />
      <h3 className="mt-2 text-lg font-bold">{school.name}</h3>
      {
        ifRiding(
          school,
          <RoutesOfSchool school={school} />,
          <p className="mt-2 flex-1 text-ink-soft">{m.public_home_routes_planned()}</p>,
        ) satisfies Elements
      }
      <a className={linkClass} href={`mailto:${school.routes_email}`}>
        {school.routes_email}
      </a>
      <Link
        to={`/${school.path}`}
        className="mt-1 inline-flex min-h-11 items-center gap-2 font-bold underline underline-offset-4"
      >
        <span>{m.public_home_school_page({ school: school.short_name })}</span>
        <Icon name="arrow" />
      </Link>
    </li>
  );
}

function Schools() {
  return (
    <section id="schools" className="min-w-0 flex-1">
      <h2 className="text-xl font-bold">{m.public_home_schools_title()}</h2>
      <p className="mt-1 max-w-read text-ink-soft">{m.public_home_schools_intro()}</p>
      <ul className="mt-5 grid gap-4 sm:grid-cols-2">
        {eachSchool((school) => (
          <SchoolCard school={school} />
        ))}
      </ul>
    </section>
  );
}

// Only a family that is logged in needs the cards.
const family = latePart(() => import('./family.tsx'));

/** The first page of a family that is logged in, above everything else (MP9). */
function FamilyPlace() {
  const { isAuthenticated, isStaff } = useAuth();
  return (
    <div data-for-family>
      {isAuthenticated && !isStaff && (
        <Late part={family} waiting={<div className="min-h-72" />}>
          {({ Family }) => <Family />}
        </Late>
      )}
    </div>
  );
}

/** Replaces the contact box on a framed page (accounts.md §1). */
function FramedWelcome() {
  const { isAuthenticated, user } = useAuth();
  return (
    <div className="mx-auto max-w-lg px-5 py-8">
      {isAuthenticated ? (
        <p className="text-lg font-bold">
          {m.public_home_welcome({ name: isolated(user?.first_name ?? '') })}
        </p>
      ) : (
        <div data-for-visitors>
          <Late part={loginBox}>
            {(LoginBox) => (
              <Card>
                <LoginBox />
              </Card>
            )}
          </Late>
        </div>
      )}
    </div>
  );
}

export default function Home() {
  const isFramed = useFrameMode();
  return (
    <>
      {isFramed ? <FramedWelcome /> : <FamilyPlace />}
      <HomeHero />
      <div className="mx-auto flex max-w-page flex-col gap-10 px-5 pt-12 lg:flex-row lg:items-start lg:px-8">
        <Schools />
        {!isFramed && <ContactBox />}
      </div>
      <RouteMaps />
    </>
  );
}
