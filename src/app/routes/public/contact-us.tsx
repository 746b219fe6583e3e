import { m } from '#i18n/messages.js';
import { TextPage } from '../../parts/text-page.tsx';
import { company, schools } from '../../shell/company.ts';
import { pageTitle } from '../../shell/page-title.ts';
import { Notice } from '../../ui/notice.tsx';

export const meta = () => pageTitle();

const linkClass = 'inline-flex min-h-11 items-center underline underline-offset-4 break-all';

type Mailbox = { title: string; text: string; email: string; line?: string };

export default function ContactUs() {
  const mailboxes: Mailbox[] = [
    { title: m.public_contact_absences(), text: m.public_contact_absences_text(), email: company.dispatch_email },
    ...schools.map((school) => ({ title: school.name, text: m.public_contact_school_text(), email: school.routes_email, line: school.path })),
    { title: m.public_contact_service(), text: m.public_contact_service_text(), email: company.customer_service_email },
  ];
  return (
    <TextPage
      title={m.public_contact_title()}
      intro={
        <>
          {m.public_contact_intro()}{' '}
          <a className={linkClass} href={`tel:+1-${company.dispatch_phone}`}>{company.dispatch_phone}</a>
        </>
      }
    >
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {mailboxes.map((box) => (
          <li key={box.email} data-line={box.line} className={`rounded-md border border-hair border-t-6 bg-card p-4 ${box.line ? 'border-t-line' : 'border-t-bus'}`}>
            <h2 className="text-lg font-bold">{box.title}</h2>
            <p className="mt-1 text-ink-soft">{box.text}</p>
            <a className={linkClass} href={`mailto:${box.email}`}>{box.email}</a>
          </li>
        ))}
      </ul>
      <Notice title={m.public_contact_trusted_title()} className="max-w-read">
        {m.public_contact_trusted({ domain: company.domain })}
      </Notice>
    </TextPage>
  );
}
