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

export type LostHold = Omit<OfferedSeat, 'until'> & { email: string };

type Said = Pick<EmailContent, 'subject' | 'preview' | 'paragraphs'>;

function lostSeatEmail(lost: LostHold, said: Said): EmailContent {
  const { company, first_name, student, school, route, link } = lost;
  return {
    ...said,
    company,
    heading: greetingOf(first_name),
    facts: [
      { label: m.mail_order_student(), value: student },
      { label: m.mail_order_school(), value: school },
      { label: m.mail_order_route(), value: route },
    ],
    button: { text: m.mail_hold_lost_button(), href: link },
    footer: [],
  };
}

/** Sent to an unverified family (MH8). */
export const holdLostEmail = (lost: LostHold): EmailContent =>
  lostSeatEmail(lost, {
    subject: m.mail_hold_lost_subject(lost),
    preview: m.mail_hold_lost_preview(),
    paragraphs: [m.mail_hold_lost_body(lost), m.mail_hold_lost_next(lost)],
  });

/** OF6.3 */
export const offerTakenBackEmail = (lost: LostHold): EmailContent =>
  lostSeatEmail(lost, {
    subject: m.mail_offer_back_subject(lost),
    preview: m.mail_offer_back_preview(lost),
    paragraphs: [m.mail_offer_back_body(lost), m.mail_offer_back_next(lost)],
  });

/** OF6.3 */
export const waitingRemovedEmail = (lost: LostHold): EmailContent =>
  lostSeatEmail(lost, {
    subject: m.mail_waiting_removed_subject(lost),
    preview: m.mail_waiting_removed_preview(lost),
    paragraphs: [m.mail_waiting_removed_body(lost), m.mail_waiting_removed_next(lost)],
  });

/** SE2.1 */
export const routeEndedEmail = (lost: LostHold): EmailContent =>
  lostSeatEmail(lost, {
    subject: m.mail_route_ended_subject(lost),
    preview: m.mail_route_ended_preview(lost),
    paragraphs: [m.mail_route_ended_body(lost), m.mail_route_ended_next(lost)],
  });
