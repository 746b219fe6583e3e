import landscape from '#company/landscape.svg?inline';
import text from '#company/pages/home.json' with { type: 'json' };
import { m } from '#i18n/messages.js';
import { SchoolBuilding } from '#app/company/school-building.tsx';
import { say, schools } from '#app/company/company.ts';
import { LinkButton } from '#app/ui/button.tsx';

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

/**
 * A bus on the line through the schools, before the brand's landscape, which travels inside the page: a
 * picture of a kilobyte is not worth a request.
 */
export function HomeHero() {
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
        <ol aria-label={say(text.line)} className="hero-line">
          {schools.map((school) => (
            <li key={school.path} data-line={school.path} className="hero-stop">
              <SchoolBuilding path={school.path} className="hero-house" />
              <span aria-hidden="true" className="stop stop-done hero-mark" />
              <span className="px-1 pt-2 text-sm font-bold sm:text-base">
                <span className="sm:hidden" aria-hidden="true">
                  {school.path.toUpperCase()}
                </span>
                <span className="sr-only sm:not-sr-only">{school.name}</span>
              </span>
            </li>
          ))}
        </ol>
        <Bus />
      </div>
    </section>
  );
}
