import { m } from '#i18n/messages.js';
import { formatMoney, type Cents } from '#kit/money.ts';
import { formatDate, type PlainDate } from '#kit/plain-date.ts';
import {
  isAidDifference,
  isCongestionFee,
  type PaymentName,
} from '#modules/billing/payments/payment-texts.ts';
import { nameOfMethod } from '#modules/billing/payments/payment-texts.ts';
import { greetingOf } from '#modules/accounts/emails/readers.ts';
import type { EmailContent } from '#platform/mail/layout.ts';

export type PaymentNotice = {
  /** null when no name may be used (H15) */
  first_name: string | null;
  company: { name: string; phone: string };
  order_id: number;
  contract_number: string | null;
  student: string | null;
  payment: PaymentName & { amount_cents: Cents; pay_on: PlainDate };
  method: { brand: string; last_4: string } | null;
  /** nothing is charged automatically until the family chooses a method (decision 205) */
  is_on_paper: boolean;
  link: string;
  pay_link: string;
  order_link: string;
};

type Words = {
  subject: string;
  paragraphs: string[];
  facts?: EmailContent['facts'];
  button: string;
  /** the target of the button; without a value, the page of saved methods */
  href?: string;
};

export function noticeEmail(
  notice: PaymentNotice,
  { subject, paragraphs, facts = [], button, href = notice.link }: Words,
): EmailContent {
  const { company, contract_number, student, payment, method } = notice;
  return {
    company: company.name,
    subject,
    preview: paragraphs[0]!,
    heading: greetingOf(notice.first_name),
    paragraphs,
    facts: [
      ...(contract_number ? [{ label: m.mail_receipt_contract(), value: contract_number }] : []),
      ...(student ? [{ label: m.mail_order_student(), value: student }] : []),
      ...(isCongestionFee(payment) ? [{ label: m.mail_payment_what(), value: m.mail_congestion_fee() }] : []),
      ...(isAidDifference(payment) ? [{ label: m.mail_payment_what(), value: m.mail_aid_difference() }] : []),
      { label: m.mail_payment_number(), value: numberText(payment) },
      { label: m.mail_payment_due(), value: formatDate(payment.pay_on) },
      ...(method ? [{ label: m.mail_receipt_method(), value: nameOfMethod(method) }] : []),
      ...facts,
    ],
    button: { text: button, href },
    footer: [m.mail_receipt_questions({ phone: company.phone })],
  };
}

const numberText = ({ payment_number, part_of }: PaymentName): string =>
  part_of === null ? String(payment_number) : m.mail_payment_part({ n: part_of });

export type FeeNotice = { reason: string; accepted: { words: string; on: PlainDate } };

export type Charge = {
  surcharges: readonly { name: string; amount_cents: Cents }[];
  total: Cents;
  /** no method is charged, because a bank refused a debit for good (M7) */
  isHeldBack?: boolean;
};

/** S4 */
export function congestionFeeEmail(
  notice: PaymentNotice,
  { reason, accepted }: FeeNotice,
  charge: Charge,
): EmailContent {
  const [total, day] = [formatMoney(charge.total), formatDate(notice.payment.pay_on)];
  const withoutMethod = charge.isHeldBack
    ? [m.mail_congestion_body_held_back({ total, day }), m.mail_held_back_until({ day })]
    : [m.mail_congestion_body_no_method({ total, day })];
  const paragraphs = [
    ...(notice.method
      ? [m.mail_congestion_body({ total, day, method: nameOfMethod(notice.method) })]
      : withoutMethod),
    m.mail_congestion_reason({ reason }),
    m.mail_congestion_accepted({ day: formatDate(accepted.on) }),
    accepted.words,
  ];
  const subject = m.mail_congestion_subject({ total, day });
  return noticeEmail(notice, {
    subject,
    paragraphs,
    facts: chargeFacts(notice, charge),
    button: m.mail_payment_methods_button(),
  });
}

/** Who has paid already gets the money back (MC8). */
export function congestionFeeWithdrawnEmail(notice: PaymentNotice, isPaid: boolean): EmailContent {
  const said = { amount: formatMoney(notice.payment.amount_cents), day: formatDate(notice.payment.pay_on) };
  return noticeEmail(notice, {
    subject: m.mail_congestion_withdrawn_subject(said),
    paragraphs: isPaid
      ? [m.mail_congestion_withdrawn_paid(said), m.mail_congestion_withdrawn_refund()]
      : [m.mail_congestion_withdrawn_body(said)],
    button: m.mail_payment_methods_button(),
  });
}

export const chargeFacts = ({ payment }: PaymentNotice, { surcharges, total }: Charge) => [
  {
    label: isCongestionFee(payment) ? m.mail_congestion_fee() : m.mail_payment_amount(),
    value: formatMoney(payment.amount_cents),
  },
  ...surcharges.map(({ name, amount_cents }) => ({ label: name, value: formatMoney(amount_cents) })),
  { label: m.mail_payment_total(), value: formatMoney(total) },
];

/** A reminder of the charge on the due day, or of another attempt (MC5). */
export function upcomingPaymentEmail(
  notice: PaymentNotice,
  { next, ...charge }: Charge & { next: NextStep },
): EmailContent {
  const [total, day] = [formatMoney(charge.total), formatDate(next.on)];
  const facts = chargeFacts(notice, charge);
  if (next.is === 'retry')
    return noticeEmail(notice, {
      subject: m.mail_upcoming_retry_subject({ total, day }),
      paragraphs: [nextSentence(next), m.mail_pay_now_login()],
      facts,
      ...payNowButton(notice),
    });
  const subject = m.mail_upcoming_subject({ total, day });
  if (next.is === 'held_back')
    return noticeEmail(notice, {
      subject,
      paragraphs: [m.mail_upcoming_body_held_back({ total, day }), nextSentence(next)],
      facts,
      ...payNowButton(notice),
    });
  if (next.is === 'no_method' && notice.is_on_paper)
    return noticeEmail(notice, {
      subject,
      paragraphs: [m.mail_upcoming_body_on_paper({ total, day }), m.mail_pay_now_login()],
      facts,
      ...payNowButton(notice),
    });
  const body =
    next.is === 'planned'
      ? m.mail_upcoming_body({ total, day, method: next.method })
      : m.mail_upcoming_body_no_method({ total, day });
  return noticeEmail(notice, { subject, paragraphs: [body], facts, button: m.mail_payment_methods_button() });
}

/** Staff remind of a payment that waits for the family (OF1.11). */
export function paymentReminderEmail(notice: PaymentNotice, next: NextToFailure): EmailContent {
  const { amount_cents, pay_on } = notice.payment;
  const said = { amount: formatMoney(amount_cents), day: formatDate(pay_on) };
  return noticeEmail(notice, {
    subject: m.mail_reminder_subject(said),
    paragraphs: [m.mail_reminder_body(said), nextSentence(next)],
    facts: [],
    ...payNowButton(notice),
  });
}

/** What the collection does next (MC5). */
export type NextStep =
  /** the charge of the due day, or another attempt */
  | { is: 'planned' | 'retry'; on: PlainDate; method: string; total: Cents }
  /** on the due day nothing can be charged; a bank refused a debit for good, or no method is left (M7) */
  | { is: 'held_back' | 'no_method'; on: PlainDate };

export type NextToFailure = NextStep | { is: 'waits' | 'waits_held_back' | 'under_way' };

export function nextSentence(next: NextToFailure): string {
  switch (next.is) {
    case 'planned':
      return m.mail_failed_still_planned(chargeWords(next));
    case 'retry':
      return m.mail_failed_again(chargeWords(next));
    case 'held_back':
      return m.mail_held_back_until({ day: formatDate(next.on) });
    case 'no_method':
      return m.mail_failed_no_method({ day: formatDate(next.on) });
    case 'waits_held_back':
      return m.mail_held_back();
    case 'under_way':
      return m.mail_failed_under_way();
    case 'waits':
      return m.mail_failed_add_method();
  }
}

const chargeWords = ({ on, method, total }: { on: PlainDate; method: string; total: Cents }) => ({
  day: formatDate(on),
  method,
  total: formatMoney(total),
});

export const payNowButton = ({ pay_link }: PaymentNotice) => ({
  button: m.mail_pay_now_button(),
  href: pay_link,
});

type Owed = { amount_cents: Cents; pay_on: PlainDate };
export type PaymentChangeNotice = {
  before: Owed;
  after: Owed | null;
  reason: string | null;
  charge?: Charge | undefined;
};

/** States the old and new values and the reason (M8, reliability 3.1). */
export function paymentChangedEmail(
  notice: PaymentNotice,
  { before, after, reason, charge }: PaymentChangeNotice,
): EmailContent {
  if (!after) return paymentWaivedEmail(notice, before, reason);
  const now = { amount: formatMoney(after.amount_cents), day: formatDate(after.pay_on) };
  const amount = [{ label: m.mail_payment_amount(), value: now.amount }];
  return noticeEmail(
    { ...notice, payment: { ...notice.payment, ...after } },
    {
      subject: m.mail_changed_subject(now),
      paragraphs: [m.mail_changed_body({ ...valuesOf(before), ...now }), m.mail_changed_what_next()],
      facts: [...(charge ? chargeFacts(notice, charge) : amount), ...reasonFacts(reason)],
      button: m.mail_payment_methods_button(),
    },
  );
}

function paymentWaivedEmail(notice: PaymentNotice, before: Owed, reason: string | null): EmailContent {
  const was = valuesOf(before);
  return noticeEmail(
    { ...notice, payment: { ...notice.payment, pay_on: before.pay_on }, method: null },
    {
      subject: m.mail_waived_subject({ amount: was.amount_before }),
      paragraphs: [m.mail_waived_body(was)],
      facts: reasonFacts(reason),
      button: m.mail_payment_methods_button(),
    },
  );
}

const valuesOf = ({ amount_cents, pay_on }: Owed) => ({
  amount_before: formatMoney(amount_cents),
  day_before: formatDate(pay_on),
});

const reasonFacts = (reason: string | null) =>
  reason ? [{ label: m.mail_changed_reason(), value: reason }] : [];
