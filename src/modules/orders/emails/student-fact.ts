import { m } from '#i18n/messages.js';
import { fullName } from '#kit/text/full-name.ts';
import type { EmailContent } from '#platform/mail/layout.ts';

/** Returns no line for a mail without names (H15). */
export const studentFact = (student: { first_name: string; last_name: string }): EmailContent['facts'] & {} =>
  student.last_name ? [{ label: m.mail_order_student(), value: fullName(student) }] : [];
