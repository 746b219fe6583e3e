import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { formatDate } from '#kit/plain-date.ts';
import { payoutList, payoutStateText } from '#modules/billing/processor-books/payout-list.ts';
import { listPayouts, type PayoutRow } from '#modules/billing/processor-books/payouts.contract.ts';
import { OfficeList } from '#app/lists/office-list.tsx';
import { rowLink } from '#app/lists/row-links.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { AddsUp } from './adds-up.tsx';

export const meta = () => pageTitle(m.office_title_payouts());

const cells = {
  day: ({ ref, arrives_on }: PayoutRow) => (
    <Link
      to={`/admin/payouts/${encodeURIComponent(ref)}`}
      data-row
      aria-label={m.office_payout_lines_link({ day: formatDate(arrives_on) })}
      className={`${rowLink} font-semibold`}
    >
      <DateText date={arrives_on} />
    </Link>
  ),
  trace: ({ trace }: PayoutRow) => trace && <span className="wrap-anywhere">{trace}</span>,
  state: (row: PayoutRow) =>
    row.state === 'failed' ? <b className="text-red">{payoutStateText(row)}</b> : payoutStateText(row),
  adds_up: (row: PayoutRow) => <AddsUp payout={row} />,
};

/** Payouts to the company's bank, compared with the sum of their lines (S18). */
export default function Payouts() {
  return <OfficeList list={listPayouts} view={payoutList} path="/admin/payouts" cells={cells} />;
}
