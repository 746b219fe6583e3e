import { m } from '#i18n/messages.js';
import { greetingOf } from '#modules/accounts/emails/readers.ts';
import type { EmailContent } from '#platform/mail/layout.ts';

export type StudentMail = {
  company: string;
  /** H15 */
  first_name: string | null;
  student: string;
  email: string;
  link: string;
};

/** OF1.11 */
export const photoAskedEmail = ({
  company,
  first_name,
  student,
  email,
  link,
}: StudentMail): EmailContent => ({
  company,
  subject: m.mail_photo_asked_subject({ student }),
  preview: m.mail_photo_asked_preview(),
  heading: greetingOf(first_name),
  paragraphs: [m.mail_photo_asked_body({ student }), m.mail_photo_asked_who()],
  facts: [],
  button: { text: m.mail_photo_asked_button(), href: link },
  footer: [m.mail_photo_asked_questions({ email })],
});

/** Names the fields without values: care texts stay in the account (OF10.4). */
export const studentChangedEmail = ({
  company,
  first_name,
  student,
  email,
  link,
  changed,
}: StudentMail & { changed: readonly string[] }): EmailContent => ({
  company,
  subject: m.mail_student_changed_subject({ student }),
  preview: m.mail_student_changed_preview(),
  heading: greetingOf(first_name),
  paragraphs: [m.mail_student_changed_body({ student, fields: changed.join(', ') })],
  facts: [],
  button: { text: m.mail_student_changed_button(), href: link },
  footer: [m.mail_student_changed_questions({ email })],
});
