import { m } from '#i18n/messages.js';
import { greetingOf } from '#modules/accounts/emails/readers.ts';
import type { EmailContent } from '#platform/mail/layout.ts';

export type OfferedSeat = {
  company: string;
  /** H15 */
  first_name: string | null;
  student: string;
  route: string;
  school: string;
  until: string;
  link: string;
};

/** O9 */
export function seatOfferEmail({
  company,
  first_name,
  student,
  route,
  school,
  until,
  link,
}: OfferedSeat): EmailContent {
  return {
    company,
    subject: m.mail_seat_offer_subject({ student }),
    preview: m.mail_seat_offer_preview({ until }),
    heading: greetingOf(first_name),
    paragraphs: [m.mail_seat_offer_body({ student, route, until })],
    facts: [
      { label: m.mail_order_student(), value: student },
      { label: m.mail_order_school(), value: school },
      { label: m.mail_order_route(), value: route },
      { label: m.mail_seat_offer_until(), value: until },
    ],
    button: { text: m.mail_seat_offer_button(), href: link },
    footer: [m.mail_seat_offer_lapse()],
  };
}

export type LostHold = Pick<OfferedSeat, 'company' | 'first_name' | 'student' | 'route' | 'school' | 'link'>;

/** Sent to an unverified family (MH8). */
export function holdLostEmail({ company, first_name, student, route, school, link }: LostHold): EmailContent {
  return {
    company,
    subject: m.mail_hold_lost_subject({ student }),
    preview: m.mail_hold_lost_preview(),
    heading: greetingOf(first_name),
    paragraphs: [m.mail_hold_lost_body({ student, route }), m.mail_hold_lost_next({ student })],
    facts: [
      { label: m.mail_order_student(), value: student },
      { label: m.mail_order_school(), value: school },
      { label: m.mail_order_route(), value: route },
    ],
    button: { text: m.mail_hold_lost_button(), href: link },
    footer: [],
  };
}
