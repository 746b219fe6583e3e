import text from '#company/pages/contact.json' with { type: 'json' };
import type { Elements } from '#app/ui/elements.ts';
import { m } from '#i18n/messages.js';
import { classNames } from '#app/ui/class-names.ts';
import { Article, TextSection } from '#app/routes/public/article.tsx';
import { company, lineOf, say } from '#app/company/company.ts';
import { eachSchool, ifMailed } from '#app/company/schools.ts';
import { companyName } from '#app/shell/page-facts.ts';
import { pageDescription } from '#app/shell/page-description.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { Notice } from '#app/ui/notice.tsx';

export const meta = () => [
  ...pageTitle(),
  ...pageDescription(m.public_contact_title(), m.public_contact_description({ company: companyName() })),
];

const linkClass = 'inline-flex min-h-11 items-center underline underline-offset-4 break-all';

type MailboxProps = { title: string; text: string; email: string; line?: string };

function Mailbox({ title, text: about, email, line }: MailboxProps) {
  return (
    <li
      data-line={line}
      className={classNames(
        'flex flex-col items-start rounded-md border border-hair border-t-6 bg-card p-4',
        line ? 'border-t-line' : 'border-t-bus',
      )}
    >
      <h3 className="text-lg font-bold">{title}</h3>
      <p className="mt-1 flex-1 text-ink-soft">{about}</p>
      <a className={linkClass} href={`mailto:${email}`}>
        {email}
      </a>
    </li>
  );
}

function Mailboxes() {
  return (
    <section>
      <h2 className="text-xl font-bold">{m.public_contact_list()}</h2>
      <ul className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Mailbox
          title={m.public_contact_absences()}
          text={say(text.absences)}
          email={company.dispatch_email}
        />
        {
          eachSchool((school) =>
            ifMailed(
              school,
              <Mailbox
                title={school.name}
                text={m.public_contact_school_text({ school: school.name })}
                email={school.routes_email}
                line={lineOf(school.path)}
              />,
            ),
          ) satisfies Elements
        }
        <Mailbox
          title={m.public_contact_service()}
          text={m.public_contact_service_text()}
          email={company.customer_service_email}
        />
      </ul>
    </section>
  );
}

export default function ContactUs() {
  return (
    <Article
      title={m.public_contact_title()}
      intro={
        <>
          <span>{m.public_contact_intro()}</span>{' '}
          <a
            className="font-bold whitespace-nowrap text-ink underline underline-offset-4"
            href={`tel:+1-${company.dispatch_phone}`}
          >
            {company.dispatch_phone}
          </a>
          <span>.</span>
        </>
      }
    >
      <Mailboxes />
      <Notice title={m.public_contact_trusted_title()} className="max-w-read">
        {m.public_contact_trusted({ domain: company.domain })}
      </Notice>
      <TextSection title={m.public_contact_visit_title()}>
        <address className="not-italic">
          <span>{company.address_1}</span>
          <br />
          <span>{company.city_line}</span>
        </address>
        <p>{say(text.visit)}</p>
      </TextSection>
    </Article>
  );
}
