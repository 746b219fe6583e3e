import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { cents, formatMoney } from '#kit/money.ts';
import { listAidClaims, type AidClaim } from '#modules/orders/aid/aid-claims.contract.ts';
import { claimList } from '#modules/orders/aid/claim-list.ts';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { OfficeList } from '#app/lists/office-list.tsx';
import { FamilyLink, OrderLink, rowLink } from '#app/lists/row-links.tsx';
import { aidDaysText, aidStateText } from '#app/orders/aid-texts.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button } from '#app/ui/button.tsx';
import { Money } from '#app/ui/money.tsx';
import type { Column } from '#app/ui/table.tsx';
import { ConfirmAid, DeclineAid } from './decide-aid.tsx';
import { NewAidCode } from './new-code.tsx';

export const meta = () => pageTitle(m.office_title_aid());

const cells = {
  order: (row: AidClaim) => (
    <>
      <OrderLink id={row.order_id} />
      <span className="figures block text-ink-soft">{row.contract_number ?? m.office_aid_no_number()}</span>
    </>
  ),
  family: ({ parent }: AidClaim) => FamilyLink(parent),
  amount: (row: AidClaim) => (
    <>
      <b>
        <Money amount={cents(row.amount_cents)} />
      </b>{' '}
      <span className="block whitespace-nowrap text-ink-soft">
        <span>{m.office_aid_of()}</span> <Money amount={cents(row.full_cents)} />
      </span>
    </>
  ),
  age: (row: AidClaim) =>
    row.state === 'to_confirm' ? (
      <>
        <span className="whitespace-nowrap">{aidDaysText(row.days_open)}</span>
        {row.is_awaited && <span className="block text-ink-soft">{m.office_aid_awaited()}</span>}
      </>
    ) : (
      m.office_none()
    ),
  state: (row: AidClaim) => (
    <>
      <b>{aidStateText(row.state)}</b>
      {row.consequence && (
        <span className="block">
          {row.consequence === 'end' ? m.office_aid_ended() : m.office_aid_went_on()}
        </span>
      )}
      {row.reason && <span className="block wrap-anywhere text-ink-soft">{row.reason}</span>}
    </>
  ),
};

const askedText = ({ ends_order, is_own }: NonNullable<AidClaim['asked']>) => {
  if (ends_order) return is_own ? m.office_aid_end_asked_own : m.office_aid_end_asked;
  return is_own ? m.office_aid_confirm_asked_own : m.office_aid_confirm_asked;
};

/** Only the approval of a colleague continues a claim under review (H4). */
function ColleagueAsked({ asked }: { asked: NonNullable<AidClaim['asked']> }) {
  const dayText = useCompanyDay();
  const words = {
    amount: formatMoney(cents(asked.amount_cents)),
    staff: asked.asked_by,
    since: dayText(asked.asked_at),
  };
  return (
    <div className="max-w-prose">
      <p>{askedText(asked)(words)}</p>
      <Link to="/admin/approvals" className={rowLink}>
        {m.office_see_approvals()}
      </Link>
    </div>
  );
}

function Decision({ row }: { row: AidClaim }) {
  const [choice, choose] = useState<'confirm' | 'decline' | null>(null);
  const close = () => choose(null);
  if (row.state !== 'to_confirm') return <span>{m.office_none()}</span>;
  if (row.asked) return <ColleagueAsked asked={row.asked} />;
  return (
    <span className="flex flex-wrap gap-2">
      <Button
        look="secondary"
        aria-label={m.office_aid_confirm_of({ id: row.order_id })}
        onClick={() => choose('confirm')}
      >
        {m.office_aid_confirm()}
      </Button>
      <Button
        look="quiet"
        aria-label={m.office_aid_decline_of({ id: row.order_id })}
        onClick={() => choose('decline')}
      >
        {m.office_aid_decline()}
      </Button>
      {choice === 'confirm' && <ConfirmAid claim={row} onClose={close} />}
      {choice === 'decline' && <DeclineAid claim={row} onClose={close} />}
    </span>
  );
}

const acts: readonly Column<AidClaim>[] = [
  { key: 'decide', header: m.office_aid_column_decide(), cell: (row) => <Decision row={row} /> },
];

/** Aid to confirm or decline, and decided aid (A6). */
export default function Aid() {
  return (
    <>
      <OfficeList list={listAidClaims} view={claimList} path="/admin/aid" cells={cells} extra={acts} />
      <NewAidCode />
    </>
  );
}
