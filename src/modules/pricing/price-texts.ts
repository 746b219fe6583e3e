import { m } from '#i18n/messages.js';
import { formatMoney, type Cents } from '#kit/money.ts';
import { formatDate, formatMonthAndDay, type PlainDate } from '#kit/plain-date.ts';
import type { PriceLine } from './bill.ts';
import type { TermSentence, TermText } from './term-text.ts';

export function lineText(line: PriceLine): string {
  if (line.part === 'deposit') return m.contract_price_deposit({ term: line.name });
  if (line.part === 'aid') return m.contract_price_aid();
  if (line.part === 'paid_later') return m.contract_price_paid_later();
  return line.name;
}

export function sentenceText(sentence: TermSentence): string {
  const on = formatDate(sentence.on);
  switch (sentence.says) {
    case 'received_by':
      return m.contract_term_received_by({ on });
    case 'received_after':
      return m.contract_term_received_after({ on });
    case 'deposit_by':
      return m.contract_term_deposit_by({ on });
    case 'remainder_on':
      return m.contract_term_remainder_on({ on });
    case 'balance_on':
      return m.contract_term_balance_on({ on });
    case 'remainder_monthly':
      return m.contract_term_remainder_monthly({ payments: sentence.payments, on });
  }
}

/** `3 × $1,250.00`: the reader can add up deposit, balance and total. */
export function balanceText(balance: Cents, payments: number): string {
  const amount = formatMoney(balance);
  return payments > 1 ? m.contract_term_balance_times({ payments, amount }) : amount;
}

/** The deposit alone for one payment, else deposit, balance and total (contracts.md §9). */
export function termAmounts({ deposit_cents, balanceCents, balancePayments, totalCents }: TermText): string {
  const deposit = formatMoney(deposit_cents);
  if (balanceCents === null || totalCents === null) return m.contract_term_deposit_alone({ deposit });
  return m.contract_term_amounts({
    deposit,
    balance: balanceText(balanceCents, balancePayments),
    total: formatMoney(totalCents),
  });
}

/** `Balance due on June 30th`, from the real due day (A4). */
export function aidBalanceLabel(pay_on: PlainDate): string {
  return m.contract_aid_balance_due({ day: formatMonthAndDay(pay_on) });
}
