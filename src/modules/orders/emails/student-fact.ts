import { m } from '#i18n/messages.js';
import { fullName } from '#kit/text/full-name.ts';
import type { EmailContent } from '#platform/mail/layout.ts';

/** The student in a line of its own; none in a mail that names nobody (H15). */
export const studentFact = (student: { first_name: string; last_name: string }): EmailContent['facts'] & {} =>
  student.last_name ? [{ label: m.mail_order_student(), value: fullName(student) }] : [];
