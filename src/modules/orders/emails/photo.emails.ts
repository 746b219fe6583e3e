import { m } from '#i18n/messages.js';
import { greetingOf } from '#modules/accounts/emails/readers.ts';
import type { EmailContent } from '#platform/mail/layout.ts';

export type PhotoMail = {
  company: string;
  /** H15 */
  first_name: string | null;
  student: string;
  email: string;
  link: string;
};

/** OF1.11 */
export const photoAskedEmail = ({ company, first_name, student, email, link }: PhotoMail): EmailContent => ({
  company,
  subject: m.mail_photo_asked_subject({ student }),
  preview: m.mail_photo_asked_preview(),
  heading: greetingOf(first_name),
  paragraphs: [m.mail_photo_asked_body({ student }), m.mail_photo_asked_who()],
  facts: [],
  button: { text: m.mail_photo_asked_button(), href: link },
  footer: [m.mail_photo_asked_questions({ email })],
});
