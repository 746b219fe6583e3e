import { m } from '#i18n/messages.js';
import { isolated } from '#kit/text/isolated.ts';
import { formatDateWithWeekday, type PlainDate } from '#kit/plain-date.ts';
import type { RouteForSale } from '#modules/catalog/routes/route-for-sale.ts';
import { greetingOf } from '#modules/accounts/emails/readers.ts';
import type { EmailContent } from '#platform/mail/layout.ts';
import type { ContractSnapshot } from '#modules/documents/contract-snapshot.ts';
import { studentFact } from './student-fact.ts';

export type RouteInformation = {
  contract_number: string | null;
  snapshot: ContractSnapshot;
  /** the present route, not the route as signed */
  route: Pick<RouteForSale['route'], 'name' | 'text_before' | 'text_after'>;
  first_day: PlainDate;
  company: { name: string; dispatch_phone: string };
  link: string;
};

/** O11 */
export function routeInformationEmail(about: RouteInformation): EmailContent {
  const { contract_number, snapshot, route, first_day, company, link } = about;
  const { parent, student, program_group, program, pickup_north, pickup_cross } = snapshot;
  const day = formatDateWithWeekday(first_day);
  const pickup = [pickup_north, pickup_cross].filter(Boolean).join(', ');
  return {
    company: company.name,
    subject: m.mail_route_subject({ student: isolated(student.first_name), route: route.name }),
    preview: m.mail_route_preview({ day }),
    heading: greetingOf(parent.first_name),
    paragraphs: [
      m.mail_route_body({ student: isolated(student.first_name) }),
      m.mail_route_rest({ student: isolated(student.first_name), phone: company.dispatch_phone }),
      m.mail_route_ready(),
    ],
    facts: [
      ...studentFact(student),
      { label: m.mail_order_school(), value: `${program_group.text}, ${program.text}` },
      { label: m.mail_order_route(), value: `${route.text_before} ${route.name}`.trim() },
      ...(route.text_after.trim() ? [{ label: m.mail_route_stops(), value: route.text_after.trim() }] : []),
      ...(pickup ? [{ label: m.mail_route_pickup(), value: pickup }] : []),
      { label: m.mail_route_first_day(), value: day },
      { label: m.mail_route_dispatch(), value: company.dispatch_phone },
      ...(contract_number ? [{ label: m.mail_order_number(), value: contract_number }] : []),
    ],
    button: { text: m.mail_order_button(), href: link },
    footer: [m.mail_route_questions({ phone: company.dispatch_phone })],
  };
}
