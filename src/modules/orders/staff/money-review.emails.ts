import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { dayIn, formatDate } from '#kit/plain-date.ts';
import { fullName } from '#kit/text/full-name.ts';
import type { EmailContent } from '#platform/mail/layout.ts';
import type { ReviewedDecision, ReviewWeek } from './review-week.ts';

const KINDS = {
  refund: m.mail_money_review_refund,
  waiver: m.mail_money_review_waiver,
  lowered: m.mail_money_review_lowered,
};

export type MoneyReview = {
  company: string;
  time_zone: string;
  week: ReviewWeek;
  decisions: readonly ReviewedDecision[];
  link: string;
};

/** The week's refunds without cancellation, and waivers, for the office; families are named by order. */
export function moneyReviewEmail({ company, time_zone, week, decisions, link }: MoneyReview): EmailContent {
  const [from, until] = [formatDate(week.from), formatDate(week.until)];
  return {
    company,
    subject: m.mail_money_review_subject({ from, until }),
    preview: m.mail_money_review_preview({ n: decisions.length }),
    heading: m.mail_money_review_heading(),
    paragraphs: [m.mail_money_review_body()],
    facts: decisions.map(({ kind, order_id, at, amount_cents, reason, staff }) => ({
      label: m.mail_money_review_order({ order_id, day: formatDate(dayIn(time_zone, at)) }),
      value: m.mail_money_review_decision({
        what: KINDS[kind](),
        amount: formatMoney(amount_cents),
        staff: fullName(staff),
        reason,
      }),
    })),
    button: { text: m.mail_money_review_button(), href: link },
    footer: [m.mail_money_review_footer()],
  };
}
