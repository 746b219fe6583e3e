import { m } from '#i18n/messages.js';
import { greetingOf } from '#modules/accounts/emails/readers.ts';
import type { EmailContent } from '#platform/mail/layout.ts';

type RedWork = {
  company: string;
  first_name: string;
  /** with the age of the oldest entry in company days */
  kinds: readonly { name: string; n: number; days: number }[];
  link: string;
};

/** Kinds and numbers alone: who an entry is about is read in the office. */
export function redWorkEmail({ company, first_name, kinds, link }: RedWork): EmailContent {
  const n = kinds.reduce((all, kind) => all + kind.n, 0);
  const subject = n === 1 ? m.mail_red_work_subject_one() : m.mail_red_work_subject({ n });
  return {
    company,
    subject,
    preview: m.mail_red_work_preview(),
    heading: subject,
    paragraphs: [greetingOf(first_name), m.mail_red_work_text()],
    facts: kinds.map(({ name, n: of, days }) => ({
      label: name,
      value: m.mail_red_work_kind({ n: of, days }),
    })),
    button: { text: m.mail_red_work_button(), href: link },
    footer: [m.mail_red_work_off()],
  };
}
