import text from '#company/pages/careers.json' with { type: 'json' };
import { m } from '#i18n/messages.js';
import { useAuth } from '#app/auth/use-auth.ts';
import { OutsideLink, Points, Article, RelatedPages, TextSection } from '#app/routes/public/article.tsx';
import { company, say } from '#app/company/company.ts';
import { Late, latePart } from '#app/shell/late-part.tsx';
import { pageDescription } from '#app/shell/page-description.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Skeleton } from '#app/ui/spinner.tsx';

// The page is prerendered; the form comes later, because typing needs a started application.
const jobForm = latePart(async () => (await import('./job-form.tsx')).default);

export const meta = () => [
  ...pageTitle(),
  ...pageDescription(m.public_careers_title(), say(text.description)),
];

type Position = (typeof text.positions)[number];

function OpenPosition({ title, text, hours, needs }: Position) {
  return (
    <article
      id={positionId(title)}
      className="grid scroll-mt-4 gap-3 rounded-md border border-hair border-l-6 border-l-bus bg-card p-5"
    >
      <h3 className="text-lg font-bold">{title}</h3>
      <p>{say(text)}</p>
      <p>{say(hours)}</p>
      <p className="font-semibold">{m.public_careers_need()}</p>
      <Points points={needs.map(say)} />
    </article>
  );
}

const positionId = (title: string) => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

const asideLink = 'inline-flex min-h-11 max-w-full items-center wrap-anywhere underline underline-offset-4';

function JobsAtAGlance() {
  return (
    <>
      <Card title={m.public_aside_positions()}>
        <ul>
          {text.positions.map(({ title }) => (
            <li key={title}>
              <a className={asideLink} href={`#${positionId(title)}`}>
                {title}
              </a>
            </li>
          ))}
        </ul>
        <p className="mt-3">
          <a className={buttonClass('primary', 'w-full')} href="#apply">
            {m.public_aside_apply()}
          </a>
        </p>
        <p className="mt-4 font-semibold">{m.public_aside_hiring()}</p>
        <a className={asideLink} href={`mailto:${company.hiring_email}`}>
          {company.hiring_email}
        </a>
      </Card>
      <RelatedPages besides="/employment" />
    </>
  );
}

function HowToApply() {
  return (
    <TextSection title={m.public_careers_apply_title()}>
      <h3 className="text-lg font-bold">{m.public_careers_apply_person_title()}</h3>
      <p>{say(text.apply_in_person)}</p>
      <h3 className="mt-2 text-lg font-bold">{m.public_careers_apply_online_title()}</h3>
      <p>{say(text.apply_online)}</p>
      <p>
        <OutsideLink href={text.job_board} hint={m.public_opens_elsewhere()}>
          {m.public_careers_apply_link()}
        </OutsideLink>
      </p>
      <p>
        <span>{m.public_careers_apply_here()}</span>{' '}
        <a href="#apply" className="inline-flex min-h-11 items-center font-bold underline underline-offset-4">
          {m.public_job_title()}
        </a>
      </p>
      <p>
        <span>{m.public_careers_apply_mail()}</span>{' '}
        <a
          className="inline-block max-w-full wrap-anywhere underline underline-offset-4"
          href={`mailto:${company.hiring_email}`}
        >
          {company.hiring_email}
        </a>
        <span>.</span>
      </p>
    </TextSection>
  );
}

function ApplyHere() {
  // Until the session is known, the frame may replace the page with a spinner and lose typed text.
  const { isReady } = useAuth();
  const waiting = <Skeleton label={m.public_job_loading()} lines={12} />;
  return (
    <section id="apply" className="grid scroll-mt-4 gap-4">
      <h2 className="text-xl font-bold">{m.public_job_title()}</h2>
      <p className="max-w-read">{m.public_job_intro()}</p>
      {/* As tall as a window from the start, so the rest of the page does not jump when the form comes. */}
      <div className="min-h-svh">
        {isReady ? (
          <Late part={jobForm} waiting={waiting}>
            {(JobForm) => <JobForm />}
          </Late>
        ) : (
          waiting
        )}
      </div>
    </section>
  );
}

export default function Employment() {
  return (
    <Article title={m.public_careers_title()} intro={say(text.intro)} related={<JobsAtAGlance />}>
      <TextSection title={m.public_careers_offer_title()}>
        <Points points={text.offer.map(say)} />
      </TextSection>
      <TextSection title={m.public_careers_jobs_title()}>
        {text.positions.map((position) => (
          <OpenPosition key={position.title} {...position} />
        ))}
      </TextSection>
      <HowToApply />
      <ApplyHere />
    </Article>
  );
}
