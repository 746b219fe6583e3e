import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { PageHead } from '#app/ui/page-head.tsx';
import { company } from '#app/company/company.ts';
import { eachSchool } from '#app/company/schools.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { Card } from '#app/ui/card.tsx';

export const meta = () => pageTitle(m.shell_title_help());

const linkClass = 'inline-flex min-h-11 items-center underline underline-offset-4 break-all';
const address = `${company.address_1}, ${company.city_line}`;

const topics = [
  {
    title: m.dashboard_help_about_rides,
    questions: [
      { ask: m.dashboard_help_stop, answer: m.dashboard_help_stop_answer },
      { ask: m.dashboard_help_absent, answer: m.dashboard_help_absent_answer },
      { ask: m.dashboard_help_friend, answer: m.dashboard_help_friend_answer },
      { ask: m.dashboard_help_moved, answer: m.dashboard_help_moved_answer },
    ],
  },
  {
    title: m.dashboard_help_about_contracts,
    questions: [
      { ask: m.dashboard_help_second, answer: m.dashboard_help_second_answer },
      { ask: m.dashboard_help_document, answer: m.dashboard_help_document_answer },
      { ask: m.dashboard_help_card, answer: m.dashboard_help_card_answer },
      { ask: m.dashboard_help_declined, answer: m.dashboard_help_declined_answer },
      { ask: m.dashboard_help_check, answer: () => m.dashboard_help_check_answer({ address }) },
    ],
  },
  {
    title: m.dashboard_help_about_account,
    questions: [
      { ask: m.dashboard_help_mail, answer: () => m.dashboard_help_mail_answer({ domain: company.domain }) },
      { ask: m.dashboard_help_data, answer: m.dashboard_help_data_answer },
    ],
  },
];

function RoutesCard() {
  return (
    <Card title={m.dashboard_help_routes()} className="md:col-span-2">
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {eachSchool((school) => (
          <li>
            <p className="font-semibold">{school.name}</p>
            <a className={linkClass} href={`mailto:${school.routes_email}`}>
              {school.routes_email}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function WhoAnswers() {
  return (
    <div className="mt-6 grid gap-4 md:grid-cols-2">
      <Card title={m.dashboard_help_today()}>
        <p>
          <a className={`${linkClass} text-lg font-bold`} href={`tel:+1-${company.dispatch_phone}`}>
            {company.dispatch_phone}
          </a>
        </p>
        <p>
          <a className={linkClass} href={`mailto:${company.dispatch_email}`}>
            {company.dispatch_email}
          </a>
        </p>
      </Card>
      <Card title={m.dashboard_help_money()}>
        <a className={linkClass} href={`mailto:${company.customer_service_email}`}>
          {company.customer_service_email}
        </a>
      </Card>
      <RoutesCard />
    </div>
  );
}

export default function Help() {
  return (
    <>
      <PageHead title={m.dashboard_help_title()} />
      <p className="max-w-read text-lg text-ink-soft">
        {m.dashboard_help_intro({ hours: company.dispatch_hours })}
      </p>
      <WhoAnswers />
      <h2 className="mt-10 text-xl font-bold">{m.dashboard_help_questions()}</h2>
      {topics.map(({ title, questions }) => (
        <section key={title()} className="mt-5 max-w-read">
          <h3 className="text-lg font-bold">{title()}</h3>
          <dl className="mt-2 grid gap-4">
            {questions.map(({ ask, answer }) => (
              <div key={ask()} className="border-l-4 border-bus pl-4">
                <dt className="font-bold">{ask()}</dt>
                <dd>{answer()}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className="mt-6">
        <Link to="/privacy-policy" className={linkClass}>
          {m.public_privacy_title()}
        </Link>
      </p>
    </>
  );
}
