import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { cents, formatMoney } from '#kit/money.ts';
import { formatDate } from '#kit/plain-date.ts';
import { shownName } from '#kit/text/full-name.ts';
import { joined } from '#kit/text/joined.ts';
import type { FoundDraft } from '#modules/orders/paper/paper.contract.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { rowLink } from '#app/lists/row-links.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Card, Facts, type Fact } from '#app/ui/card.tsx';
import { Notice } from '#app/ui/notice.tsx';

type DraftProps = { draft: FoundDraft };

const given = (label: string, value: string | null): Fact[] => (value ? [{ label, value }] : []);

/** What the paper says (OF4.2). */
export function PaperSays({ draft }: DraftProps) {
  const { family, student, school, program, period, route, term, addons } = draft;
  return (
    <Card title={m.office_paper_says()}>
      <Facts
        facts={[
          {
            label: m.office_offers_column_family(),
            value: (
              <Link to={`/admin/users/parents/${family.id}`} className={rowLink}>
                {shownName(family)}
              </Link>
            ),
          },
          { label: m.office_offers_column_child(), value: shownName(student) },
          { label: m.office_sell_school(), value: joined([school.text, program, period], ' · ') },
          ...given(m.office_sell_grade(), draft.grade),
          { label: m.office_offers_column_route(), value: route },
          { label: m.office_sell_term(), value: term },
          ...given(m.office_sell_addons(), addons.join(', ')),
          ...given(m.office_sell_request(), draft.special_request),
          { label: m.office_paper_printed_on(), value: formatDate(draft.printed_on) },
        ]}
      />
    </Card>
  );
}

const amountOf = (amount: number | null) => (amount === null ? m.office_none() : formatMoney(cents(amount)));

type RowProps = { text: string; printed: number | null; received: number | null; isSum?: boolean };

/** A line that differs is bold, and says so to who sees no bold. */
function PriceRow({ text, printed, received, isSum }: RowProps) {
  const differs = printed !== received;
  return (
    <tr className={classNames('border-t border-hair align-top', isSum && 'font-bold sm:text-lg')}>
      <th scope="row" className={classNames('py-2 pr-3 text-left', !isSum && !differs && 'font-normal')}>
        <span className="wrap-anywhere">{text}</span>
        {differs && (
          <span className="block text-sm font-normal text-ink-soft">{m.office_paper_differs()}</span>
        )}
      </th>
      <td className="figures py-2 pr-3 text-right whitespace-nowrap">{amountOf(printed)}</td>
      <td className={classNames('figures py-2 text-right whitespace-nowrap', differs && 'font-bold')}>
        {amountOf(received)}
      </td>
    </tr>
  );
}

/** The printed price beside that of the day on which the check was received (OF4.2). */
export function BothPrices({ draft }: DraftProps) {
  return (
    <table className="w-full" aria-label={m.office_paper_prices()}>
      <thead>
        <tr className="text-sm text-ink-soft">
          <th scope="col" className="pb-2 text-left font-semibold">
            {m.office_paper_line()}
          </th>
          <th scope="col" className="pb-2 pr-3 text-right font-semibold">
            {m.office_paper_printed()}
          </th>
          <th scope="col" className="pb-2 text-right font-semibold">
            {formatDate(draft.received_on)}
          </th>
        </tr>
      </thead>
      <tbody>
        {draft.lines.map(({ text, printed_cents = null, received_cents = null }, at) => (
          <PriceRow key={at} text={text} printed={printed_cents} received={received_cents} />
        ))}
        <PriceRow
          isSum
          text={m.office_paper_due()}
          printed={draft.printed_due_cents ?? null}
          received={draft.due_cents ?? null}
        />
      </tbody>
    </table>
  );
}

/** What keeps the order from being made, and the check that waits (OF4.2, OF4.3). */
export function DraftNotices({ draft: { forbidden, put_aside } }: DraftProps) {
  const timeText = useCompanyTime();
  return (
    <>
      {forbidden.length > 0 && (
        <Notice tone="danger" title={m.office_paper_forbidden()}>
          {forbidden.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
      {put_aside && (
        <Notice tone="info" title={m.office_paper_aside()}>
          <p>
            {m.office_paper_aside_by({
              staff: put_aside.by,
              at: timeText(put_aside.at),
              amount: amountOf(put_aside.received_cents ?? null),
            })}
          </p>
          <p className="wrap-anywhere">{put_aside.note}</p>
        </Notice>
      )}
    </>
  );
}
