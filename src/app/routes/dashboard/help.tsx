import { m } from '#i18n/messages.js';
import { PageHead } from '../../parts/page-head.tsx';
import { company, schools } from '../../shell/company.ts';
import { pageTitle } from '../../shell/page-title.ts';
import { Card } from '../../ui/card.tsx';

export const meta = () => pageTitle(m.shell_title_help());

const linkClass = 'inline-flex min-h-11 items-center underline underline-offset-4 break-all';

const questions = [
  { ask: m.dashboard_help_q1, answer: m.dashboard_help_a1 },
  { ask: m.dashboard_help_q2, answer: m.dashboard_help_a2 },
  { ask: m.dashboard_help_q3, answer: m.dashboard_help_a3 },
];

export default function Help() {
  return (
    <>
      <PageHead title={m.dashboard_help_title()} />
      <p className="max-w-read text-lg text-ink-soft">{m.dashboard_help_intro()}</p>
      <div className="mt-6 grid gap-4 md:grid-cols-2">
        <Card title={m.dashboard_help_today()}>
          <a className={`${linkClass} text-lg font-bold`} href={`tel:+1-${company.dispatch_phone}`}>{company.dispatch_phone}</a>
          <br />
          <a className={linkClass} href={`mailto:${company.dispatch_email}`}>{company.dispatch_email}</a>
        </Card>
        <Card title={m.dashboard_help_money()}>
          <a className={linkClass} href={`mailto:${company.customer_service_email}`}>{company.customer_service_email}</a>
        </Card>
        <Card title={m.dashboard_help_routes()} className="md:col-span-2">
          <ul className="grid gap-x-6 sm:grid-cols-2">
            {schools.map((school) => (
              <li key={school.path}>
                <p className="font-semibold">{school.name}</p>
                <a className={linkClass} href={`mailto:${school.routes_email}`}>{school.routes_email}</a>
              </li>
            ))}
          </ul>
        </Card>
      </div>
      <h2 className="mt-8 text-xl font-bold">{m.dashboard_help_questions()}</h2>
      <dl className="mt-3 grid max-w-read gap-4">
        {questions.map((question) => (
          <div key={question.ask()}>
            <dt className="font-bold">{question.ask()}</dt>
            <dd>{question.answer()}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
