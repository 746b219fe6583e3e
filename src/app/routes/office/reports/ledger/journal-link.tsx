import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { formatMoney, type Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';

type JournalLinkProps = {
  amount: Cents;
  from: PlainDate;
  thru: PlainDate;
  account?: string;
  /** what the sum is of, for screen readers */
  label: string;
};

/** A sum of the ledger opens its rows (RP3.1). */
export function JournalLink({ amount, from, thru, account, label }: JournalLinkProps) {
  if (amount === 0) return <span className="text-ink-soft">{m.office_none()}</span>;
  const query = new URLSearchParams({ from, thru, ...(account && { account }) });
  const text = formatMoney(amount);
  return (
    <Link
      to={`/admin/reports/ledger/journal?${query}`}
      className="figures inline-flex min-h-11 items-center whitespace-nowrap underline underline-offset-4"
      aria-label={m.office_ledger_rows_of({ amount: text, what: label })}
    >
      {text}
    </Link>
  );
}
