import { m } from '#i18n/messages.js';
import { greetingOf } from '#modules/accounts/emails/readers.ts';
import type { EmailContent } from '#platform/mail/layout.ts';

export type AwardMail = {
  company: string;
  /** H15 */
  first_name: string | null;
  student: string;
  email: string;
  link: string;
};

/** OF7.3 */
export const awardFoundEmail = ({ company, first_name, student, link }: AwardMail): EmailContent => ({
  company,
  subject: m.mail_award_found_subject({ student }),
  preview: m.mail_award_found_preview(),
  heading: greetingOf(first_name),
  paragraphs: [m.mail_award_found_body({ student }), m.mail_award_found_next()],
  facts: [],
  button: { text: m.mail_award_found_button(), href: link },
  footer: [],
});

/** OF7.8 */
export const awardEndedEmail = ({ company, first_name, student, email, link }: AwardMail): EmailContent => ({
  company,
  subject: m.mail_award_ended_subject({ student }),
  preview: m.mail_award_ended_preview(),
  heading: greetingOf(first_name),
  paragraphs: [m.mail_award_ended_body({ student }), m.mail_award_ended_next({ email })],
  facts: [],
  button: { text: m.mail_award_ended_button(), href: link },
  footer: [],
});
