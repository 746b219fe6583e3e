import { m } from '#i18n/messages.js';
import { company } from '../shell/company.ts';
import { LinkButton } from '../ui/button.tsx';

/** Where a person is helped by a person: a forgotten password, a link of an email that does not work. */
export function AskService({ title, text }: { title: string; text: string }) {
  return (
    <div className="mx-auto grid max-w-form justify-items-start gap-4 px-5 py-14">
      <h1 className="text-2xl font-extrabold tracking-tight">{title}</h1>
      <p>{text}</p>
      <a className="inline-flex min-h-11 items-center text-lg font-bold underline underline-offset-4" href={`mailto:${company.customer_service_email}`}>
        {company.customer_service_email}
      </a>
      <LinkButton to="/login" look="secondary">{m.account_back_to_login()}</LinkButton>
    </div>
  );
}
