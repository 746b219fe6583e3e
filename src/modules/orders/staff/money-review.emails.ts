import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { dayIn, formatDate } from '#kit/plain-date.ts';
import { fullName } from '#kit/text/full-name.ts';
import type { EmailContent } from '#platform/mail/layout.ts';
import type { ReviewedDecision, ReviewWeek } from './review-week.ts';

const KINDS = {
  refund: m.mail_money_review_refund,
  code: m.mail_money_review_code,
  waiver: m.mail_money_review_waiver,
  lowered: m.mail_money_review_lowered,
  received: m.mail_money_review_received,
  aid: m.mail_money_review_aid,
  award: m.mail_money_review_award,
  discount: m.mail_money_review_discount,
};

function decisionText({ kind, amount_cents, staff, approved_by, reason }: ReviewedDecision): string {
  const words = { what: KINDS[kind](), amount: formatMoney(amount_cents), staff: fullName(staff), reason };
  return approved_by
    ? m.mail_money_review_approved({ ...words, approved_by: fullName(approved_by) })
    : m.mail_money_review_decision(words);
}

const labelOf = ({ order_id }: ReviewedDecision, day: string): string =>
  order_id === null ? m.mail_money_review_code_drawn({ day }) : m.mail_money_review_order({ order_id, day });

export type MoneyReview = {
  company: string;
  time_zone: string;
  week: ReviewWeek;
  decisions: readonly ReviewedDecision[];
  link: string;
};

/** Families are named by order only. */
export function moneyReviewEmail({ company, time_zone, week, decisions, link }: MoneyReview): EmailContent {
  const [from, until] = [formatDate(week.from), formatDate(week.until)];
  return {
    company,
    subject: m.mail_money_review_subject({ from, until }),
    preview: m.mail_money_review_preview({ n: decisions.length }),
    heading: m.mail_money_review_heading(),
    paragraphs: [m.mail_money_review_body()],
    facts: decisions.map((decision) => ({
      label: labelOf(decision, formatDate(dayIn(time_zone, decision.at))),
      value: decisionText(decision),
    })),
    button: { text: m.mail_money_review_button(), href: link },
    footer: [m.mail_money_review_footer()],
  };
}
