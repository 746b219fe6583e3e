import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { company } from '#app/company/company.ts';
import { classNames } from '#app/ui/class-names.ts';
import { Card } from '#app/ui/card.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { Elements } from '#app/ui/elements.ts';

type TextPageProps = {
  title: string;
  intro?: ReactNode;
  aside?: ReactNode;
  related?: ReactNode;
  children: ReactNode;
};

function Columns({ aside, related, children }: Pick<TextPageProps, 'aside' | 'related' | 'children'>) {
  const hasBoth = aside !== undefined && related !== undefined;
  return (
    <div
      className={classNames(
        'mt-8 grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-x-16',
        hasBoth && 'lg:grid-rows-[auto_1fr]',
      )}
    >
      {aside && <div className="lg:col-start-2 lg:row-start-1">{aside}</div>}
      <div
        className={classNames(
          'grid min-w-0 content-start gap-10 lg:col-start-1 lg:row-start-1',
          hasBoth && 'lg:row-span-2',
        )}
      >
        {children}
      </div>
      {related && (
        <div
          className={classNames(
            'grid content-start gap-5 self-start lg:sticky lg:top-5 lg:col-start-2',
            aside ? 'lg:row-start-2' : 'lg:row-start-1',
          )}
        >
          {related}
        </div>
      )}
    </div>
  );
}

export function Article({ title, intro, aside, related, children }: TextPageProps) {
  return (
    <article className="mx-auto max-w-page px-5 py-10 lg:px-8 lg:py-14">
      <h1 className="text-2xl font-extrabold tracking-tight sm:text-3xl">{title}</h1>
      {intro && <p className="mt-4 max-w-read text-lg text-ink-soft">{intro}</p>}
      {aside || related ? (
        <Columns aside={aside} related={related}>
          {children}
        </Columns>
      ) : (
        <div className="mt-8 grid gap-10">{children}</div>
      )}
    </article>
  );
}

export function TextSection({ title, children }: { title: ReactNode; children: Elements }) {
  return (
    <section className="grid max-w-read gap-3">
      <h2 className="text-xl font-bold">{title}</h2>
      {children}
    </section>
  );
}

export function Points({ points }: { points: readonly ReactNode[] }) {
  return (
    <ul className="grid gap-2.5">
      {points.map((point, i) => (
        <li key={i} className="flex gap-3">
          <span
            aria-hidden="true"
            className="mt-1.5 size-3 shrink-0 rounded-full border-3 border-ink bg-bus"
          />
          <span className="min-w-0">{point}</span>
        </li>
      ))}
    </ul>
  );
}

export type Term = { term: ReactNode; text: ReactNode };

export function Terms({ terms }: { terms: readonly Term[] }) {
  return (
    <dl className="grid gap-4">
      {terms.map(({ term, text }, i) => (
        <div key={i}>
          <dt className="font-bold">{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Milestones({ label, moments }: { label: string; moments: readonly Term[] }) {
  return (
    <ol aria-label={label} className="schedule-line">
      {moments.map(({ term, text }, i) => {
        const isLast = i === moments.length - 1;
        return (
          <li key={i} className={isLast ? 'schedule-stop' : 'schedule-stop is-passed'}>
            <span
              aria-hidden="true"
              className={isLast ? 'stop stop-small border-ink bg-bus' : 'stop stop-small stop-done'}
            />
            <span className="min-w-0 flex-1 pb-2">
              <span className="figures block font-bold">{term}</span>
              <span>{text}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

export function OutsideLink({ href, children, hint }: { href: string; children: ReactNode; hint: string }) {
  return (
    <a
      href={href}
      rel="noopener noreferrer"
      className="inline-flex min-h-11 flex-wrap items-center gap-x-2 font-bold underline underline-offset-4"
    >
      <span>{children}</span>
      <Icon name="outside" />
      <span className="text-sm font-normal text-ink-soft">{hint}</span>
    </a>
  );
}

const asideLink = 'inline-flex min-h-11 max-w-full items-center wrap-anywhere underline underline-offset-4';

export function ContactCard() {
  return (
    <Card title={m.public_aside_questions()}>
      <p className="font-semibold">{m.public_aside_absence()}</p>
      <p>
        <a className={asideLink} href={`tel:+1-${company.dispatch_phone}`}>
          {company.dispatch_phone}
        </a>
        <br />
        <a className={asideLink} href={`mailto:${company.dispatch_email}`}>
          {company.dispatch_email}
        </a>
      </p>
      <p className="mt-3 font-semibold">{m.public_aside_service()}</p>
      <p>
        <a className={asideLink} href={`mailto:${company.customer_service_email}`}>
          {company.customer_service_email}
        </a>
      </p>
    </Card>
  );
}

const related = [
  { to: '/about-us', name: m.shell_nav_about_us },
  { to: '/technology', name: m.shell_nav_technology },
  { to: '/news', name: m.shell_footer_news },
  { to: '/employment', name: m.shell_nav_careers },
  { to: '/contact-us', name: m.shell_nav_contact },
];

export function RelatedPages({ besides }: { besides: string }) {
  return (
    <nav aria-label={m.public_aside_more()} className="rounded-md bg-sunk p-5">
      <p className="text-lg font-bold">{m.public_aside_more()}</p>
      <ul>
        {related.map(
          ({ to, name }) =>
            to !== besides && (
              <li key={to}>
                <Link to={to} className={asideLink}>
                  {name()}
                </Link>
              </li>
            ),
        )}
      </ul>
    </nav>
  );
}

export function ContactAndRelated({ besides }: { besides: string }) {
  return (
    <>
      <ContactCard />
      <RelatedPages besides={besides} />
    </>
  );
}
