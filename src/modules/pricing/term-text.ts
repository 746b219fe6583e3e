import { sum, type Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { laterPayments } from './payment-schedule.ts';
import type { PricedTerm } from './price-list.ts';
import { termTotal } from './term-total.ts';

export type TermSentence =
  | {
      readonly says: 'received_by' | 'received_after' | 'deposit_by' | 'remainder_on' | 'balance_on';
      readonly on: PlainDate;
    }
  | { readonly says: 'remainder_monthly'; readonly on: PlainDate; readonly payments: number };

export type TermText = {
  readonly prefix: string | null;
  readonly deposit_cents: Cents;
  readonly balanceCents: Cents | null;
  readonly balancePayments: number;
  readonly totalCents: Cents | null;
  readonly sentences: readonly TermSentence[];
};

function whenTheFirstIsDue(term: PricedTerm): TermSentence[] {
  if (term.payment_term_type === 'paymentTermTypeScheduled')
    return term.thru_dt ? [{ says: 'deposit_by', on: term.thru_dt }] : [];
  if (term.thru_dt) return [{ says: 'received_by', on: term.thru_dt }];
  return term.from_dt ? [{ says: 'received_after', on: term.from_dt }] : [];
}

function whenTheRestIsDue(term: PricedTerm, today: PlainDate): TermSentence[] {
  const later = laterPayments(term, today);
  const [next] = later;
  if (!next) return [];
  if (term.payment_term_type === 'paymentTermTypeFull') return [{ says: 'balance_on', on: next.pay_on }];
  if (later.length === 1) return [{ says: 'remainder_on', on: next.pay_on }];
  return [{ says: 'remainder_monthly', on: next.pay_on, payments: later.length }];
}

/**
 * `balanceCents` is a single later payment; a Full term pays the whole balance at once (T4).
 * Source: T6, T9, contracts.md §9
 */
export function termText(term: PricedTerm, today: PlainDate): TermText {
  const isSplit = term.number_payments > 1;
  const balance =
    term.payment_term_type === 'paymentTermTypeFull'
      ? laterPayments(term, today).map((p) => p.amount_cents)
      : [term.amount];
  return {
    prefix: term.prefix_text,
    deposit_cents: term.deposit,
    balanceCents: isSplit ? sum(balance) : null,
    balancePayments:
      isSplit && term.payment_term_type === 'paymentTermTypeFull' ? 1 : term.number_payments - 1,
    totalCents: isSplit ? termTotal(term) : null,
    sentences: [...whenTheFirstIsDue(term), ...whenTheRestIsDue(term, today)],
  };
}
