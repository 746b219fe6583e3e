import { m } from '#i18n/messages.js';
import { formatMoney, type Cents } from '#kit/money.ts';
import { nameOfMethod } from '#modules/billing/payments/payment-texts.ts';
import type { EmailContent } from '#platform/mail/layout.ts';
import {
  nextSentence,
  noticeEmail,
  payNowButton,
  type Charge,
  type NextToFailure,
  type PaymentNotice,
} from './payment.emails.ts';

/** What was charged and came to nothing, the fee of the method included (MP4). */
export type Tried = Charge & { principal: Cents };

const triedAmount = ({ payment }: PaymentNotice, tried: Tried | undefined): string =>
  formatMoney(tried?.total ?? payment.amount_cents);

function triedFacts(tried: Tried | undefined): NonNullable<EmailContent['facts']> {
  if (!tried || tried.surcharges.length === 0) return [];
  return [
    { label: m.mail_payment_amount(), value: formatMoney(tried.principal) },
    ...tried.surcharges.map(({ name, amount_cents }) => ({ label: name, value: formatMoney(amount_cents) })),
    { label: m.mail_payment_total(), value: formatMoney(tried.total) },
  ];
}

type FailureNotice = {
  /** undefined if nothing could be charged */
  tried?: Tried | undefined;
  next: NextToFailure;
  /** no method was charged, because a bank refused a debit for good (M7) */
  isHeldBack?: boolean;
  isLast?: boolean;
  isForPayer?: boolean;
};

export function paymentFailedEmail(notice: PaymentNotice, failure: FailureNotice): EmailContent {
  const { tried } = failure;
  const amount = triedAmount(notice, tried);
  const facts = triedFacts(tried);
  if (!notice.method && !failure.isHeldBack && notice.is_on_paper)
    return noticeEmail(notice, {
      subject: m.mail_due_on_paper_subject({ amount }),
      paragraphs: [m.mail_due_on_paper_body({ amount }), m.mail_pay_now_login()],
      facts,
      ...payNowButton(notice),
    });
  if (failure.isForPayer && notice.method) {
    const method = nameOfMethod(notice.method);
    return noticeEmail(notice, {
      subject: m.mail_confirm_subject({ amount }),
      paragraphs: [m.mail_confirm_body({ amount, method }), m.mail_confirm_next(), m.mail_pay_now_login()],
      facts,
      ...payNowButton(notice),
    });
  }
  return noticeEmail(notice, {
    subject: failure.isLast ? m.mail_failed_last_subject({ amount }) : m.mail_failed_subject({ amount }),
    paragraphs: [whatFailed(notice, failure), nextSentence(failure.next), m.mail_pay_now_login()],
    facts,
    ...payNowButton(notice),
  });
}

function whatFailed(notice: PaymentNotice, { isHeldBack, isLast, tried }: FailureNotice): string {
  const { method } = notice;
  const amount = triedAmount(notice, tried);
  if (method && isLast) return m.mail_failed_last_body({ amount, method: nameOfMethod(method) });
  if (method) return m.mail_failed_body({ amount, method: nameOfMethod(method) });
  return isHeldBack ? m.mail_failed_body_held_back({ amount }) : m.mail_failed_body_no_method({ amount });
}

type ReturnNotice = { reason: string; tried?: Tried | undefined };

/** M6 */
export function bankReturnEmail(
  notice: PaymentNotice,
  { reason, tried, next }: ReturnNotice & { next: NextToFailure },
): EmailContent {
  const amount = triedAmount(notice, tried);
  const facts = [{ label: m.mail_return_reason(), value: reason }, ...triedFacts(tried)];
  const paragraphs = [m.mail_return_body({ amount, reason }), nextSentence(next), m.mail_pay_now_login()];
  return noticeEmail(notice, {
    subject: m.mail_return_subject({ amount }),
    paragraphs,
    facts,
    ...payNowButton(notice),
  });
}

/** A return after the end of the contract: the family is asked for nothing (MC4). */
export function returnAfterEndEmail(notice: PaymentNotice, { reason, tried }: ReturnNotice): EmailContent {
  const amount = triedAmount(notice, tried);
  return noticeEmail(notice, {
    subject: m.mail_return_subject({ amount }),
    paragraphs: [m.mail_return_ended_body({ amount, reason }), m.mail_return_ended_next()],
    facts: [{ label: m.mail_return_reason(), value: reason }, ...triedFacts(tried)],
    button: m.mail_return_ended_button(),
    href: notice.order_link,
  });
}
