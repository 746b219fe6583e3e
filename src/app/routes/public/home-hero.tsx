import { m } from '#i18n/messages.js';
import { SchoolHouse } from '../../parts/school-house.tsx';
import { schools } from '../../shell/company.ts';
import { LinkButton } from '../../ui/button.tsx';

/** The bridge, the water and the far shore behind the line. */
function Harbor() {
  return (
    <svg viewBox="0 0 1200 260" preserveAspectRatio="xMidYMax slice" aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
      <circle cx="890" cy="92" r="46" className="fill-bus" />
      <path d="M0 170c120-40 210-52 330-30s190-30 320-22 200 40 300 18 170-20 250 6v118H0z" className="fill-sunk" />
      <path d="M120 60v130M128 60v130M420 60v130M428 60v130" className="stroke-track" strokeWidth="5" />
      <path d="M-20 100C40 100 90 92 124 62c60 90 240 90 300 0 40 34 90 52 170 62" className="fill-none stroke-track" strokeWidth="4" />
      <path d="M-20 172h700" className="stroke-track" strokeWidth="7" />
      <path d="M160 104v66M200 122v48M240 130v40M274 132v38M310 130v40M350 122v48M390 104v66" className="stroke-track" strokeWidth="2" />
      <path d="M0 188h1200v72H0z" className="fill-track opacity-60" />
      <path d="M70 212h90M260 226h60M480 208h70M760 222h100M980 208h60M1080 230h70" className="stroke-card" strokeWidth="4" strokeLinecap="round" />
    </svg>
  );
}

function Bus() {
  return (
    <svg viewBox="0 0 150 84" aria-hidden="true" className="hero-bus">
      <path d="M8 18A12 12 0 0120 6h88a12 12 0 0111 7l10 22 12 5a6 6 0 014 6v20a4 4 0 01-4 4H12a4 4 0 01-4-4z" className="fill-bus stroke-ink" strokeWidth="4" strokeLinejoin="round" />
      <path d="M18 18h16v17H18zM40 18h16v17H40zM62 18h16v17H62zM84 18h16v17H84zM106 18h4l9 18h-13z" className="fill-ink" />
      <path d="M8 46h136M8 54h112" className="stroke-ink" strokeWidth="3" />
      <path d="M138 56h7" className="stroke-card" strokeWidth="6" />
      <circle cx="38" cy="69" r="12" className="fill-ink stroke-card" strokeWidth="4" />
      <circle cx="38" cy="69" r="4" className="fill-card" />
      <circle cx="114" cy="69" r="12" className="fill-ink stroke-card" strokeWidth="4" />
      <circle cx="114" cy="69" r="4" className="fill-card" />
    </svg>
  );
}

/** A bus on the line through the four schools. */
export function HomeHero() {
  return (
    <section className="border-b border-hair bg-card">
      <div className="relative z-10 mx-auto max-w-page px-5 pt-10 pb-6 lg:px-8 lg:pt-14">
        <h1 className="max-w-[18ch] text-2xl font-extrabold tracking-tight sm:text-3xl">{m.public_home_title()}</h1>
        <p className="mt-4 max-w-read text-lg text-ink-soft">{m.public_home_intro()}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          <LinkButton to="/#schools">{m.public_home_start()}</LinkButton>
          <LinkButton to="/#route-maps" look="secondary">{m.public_home_view_routes()}</LinkButton>
        </div>
      </div>
      <div className="hero-scene">
        <Harbor />
        <ol aria-label={m.public_home_line_label()} className="hero-line">
          {schools.map((school) => (
            <li key={school.path} data-line={school.path} className="hero-stop">
              <SchoolHouse path={school.path} className="hero-house" />
              <span aria-hidden="true" className="stop stop-done hero-mark" />
              <span className="px-1 pt-2 text-sm font-bold sm:text-base">
                <span className="sm:hidden" aria-hidden="true">{school.path.toUpperCase()}</span>
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
