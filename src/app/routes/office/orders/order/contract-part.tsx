import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { isOpenAmendment } from '#modules/orders/amendment.states.ts';
import { pickupText } from '#modules/orders/pickup-text.ts';
import type { OfficeAmendment, OfficeOrder } from '#modules/office/orders/office-order.contract.ts';
import { addressLine } from '#app/addresses/address-form.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { useCompanyDay, useCompanyTime } from '#app/company/use-company-day.ts';
import { AmendmentLines } from '#app/orders/amendment-lines.tsx';
import { rowLink } from '#app/lists/row-links.tsx';
import { routeText } from '#app/orders/order-texts.ts';
import { Facts } from '#app/ui/card.tsx';
import { Fold } from '#app/ui/fold.tsx';
import { typed } from '#app/ui/typed.tsx';

type Props = { page: OfficeOrder };

const joined = (rows: readonly { text: string }[]) => rows.map(({ text }) => text).join(', ');

/** The contract in force: as signed, or after the last amendment (OF5.10). */
export function ContractPart({ page: { order } }: Props) {
  const dayText = useCompanyDay();
  const { contract_detail: detail, ...contract } = order.order_detail.contract;
  const { grade, route_addons: addons, route_discounts: discounts } = detail;
  const pickup = pickupText(detail);
  const { special_request } = contract;
  return (
    <Fold title={m.order_contract()}>
      <Facts
        facts={[
          { label: m.contract_signed_on(), value: dayText(contract.created_at) },
          { label: m.contract_route(), value: routeText(detail.route) },
          {
            label: m.contract_school_program_year(),
            value: `${detail.program_group.text} · ${detail.program.text} · ${detail.period.text}`,
          },
          ...(grade ? [{ label: m.contract_grade(), value: grade.text }] : []),
          { label: m.contract_term_name(), value: detail.payment_term.name },
          ...(addons.length > 0 ? [{ label: m.contract_addons(), value: joined(addons) }] : []),
          ...(discounts.length > 0 ? [{ label: m.contract_discounts(), value: joined(discounts) }] : []),
          ...(pickup ? [{ label: m.contract_pickup(), value: typed(pickup) }] : []),
          { label: m.contract_summary_address(), value: typed(addressLine(detail.address)) },
          ...(special_request
            ? [{ label: m.contract_special_request(), value: typed(special_request) }]
            : []),
        ]}
      />
    </Fold>
  );
}

function AmendmentItem({ amendment, order_id }: { amendment: OfficeAmendment; order_id: number }) {
  const seesMoney = useRight('money');
  const mayChange = useRight('money_write');
  const { number, state, difference_cents, proposed_by, answer_reason } = amendment;
  return (
    <li className="border-t border-hair pt-3 first:border-0 first:pt-0">
      <AmendmentLines amendment={{ ...amendment, difference_cents: seesMoney ? difference_cents : null }} />
      <span className="block wrap-anywhere text-ink-soft">
        {m.order_amendment_by({ staff: proposed_by, reason: amendment.reason })}
      </span>
      {answer_reason && <span className="block wrap-anywhere">{typed(answer_reason)}</span>}
      {mayChange && isOpenAmendment(state) && (
        <Link to={`/admin/orders/${order_id}/change`} className={rowLink}>
          {m.order_amendment_open()}
        </Link>
      )}
      {mayChange && state === 'applied' && (
        <Link to={`/admin/orders/${order_id}/change?reverse=${number}`} className={rowLink}>
          {m.office_change_reverse()}
        </Link>
      )}
    </li>
  );
}

export function AmendmentsPart({ page: { order, amendments } }: Props) {
  if (amendments.length === 0) return null;
  return (
    <Fold title={m.office_title_amendments()}>
      <ul className="grid gap-3">
        {amendments.map((amendment) => (
          <AmendmentItem key={amendment.id} amendment={amendment} order_id={order.id} />
        ))}
      </ul>
    </Fold>
  );
}

const kinds = { contract: m.order_text_contract, ach: m.order_text_ach, surge: m.order_text_surge };

/** The acceptances of texts, with person and time (O4, H10). */
export function AcceptancesPart({ page: { acceptances } }: Props) {
  const timeText = useCompanyTime();
  if (acceptances.length === 0) return null;
  return (
    <Fold title={m.order_acceptances()} isOpenFirst={false}>
      <ul className="grid gap-2">
        {acceptances.map(({ kind, accepted_at, placed_by, amendment, is_on_paper }) => (
          <li key={`${kind}-${accepted_at}-${amendment}`}>
            <b>{kinds[kind]()}</b>
            {amendment !== null && <span>{` · ${m.order_text_amendment({ number: amendment })}`}</span>}
            <span className="figures">{` · ${timeText(accepted_at)} · `}</span>
            <span className="text-ink-soft">
              {is_on_paper
                ? m.order_text_paper()
                : placed_by === null
                  ? m.order_text_family()
                  : m.order_text_staff({ staff: placed_by })}
            </span>
          </li>
        ))}
      </ul>
    </Fold>
  );
}
