import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { fullName } from '#kit/text/full-name.ts';
import { readOrderAmendments, type OrderAmendments } from '#modules/orders/amendments/amendments.contract.ts';
import { isOpenAmendment } from '#modules/orders/amendment.states.ts';
import { LoadedPage } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { WithdrawDialog } from '#app/routes/office/amendments/page.tsx';
import { AmendmentLines } from '#app/orders/amendment-lines.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Card, Facts } from '#app/ui/card.tsx';
import { Money } from '#app/ui/money.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PageHead } from '#app/ui/page-head.tsx';
import { typed } from '#app/ui/typed.tsx';
import { ChangeContract } from './change-contract.tsx';
import { formAgain, formOf } from './change-form.ts';
import { PaperActs } from './paper-dialog.tsx';

export const meta = () => pageTitle(m.office_title_change());

type Props = { basis: OrderAmendments };

function InForce({ basis: { in_force, amendments, contract_number } }: Props) {
  const applied = amendments.filter(({ state }) => state === 'applied').length;
  const { price, addons, discount, contract } = in_force;
  return (
    <Card title={m.office_change_in_force()}>
      <Facts
        facts={[
          {
            label: m.document_contract_number(),
            value:
              applied > 0
                ? m.office_change_amended({
                    number: contract_number ?? '',
                    amendment: amendments.find(({ state }) => state === 'applied')!.number,
                  })
                : contract_number,
          },
          { label: m.document_program(), value: in_force.program },
          { label: m.document_route(), value: in_force.route },
          ...(in_force.grade ? [{ label: m.document_grade(), value: in_force.grade }] : []),
          { label: m.document_term(), value: in_force.term },
          ...(addons.length > 0
            ? [{ label: m.document_addons(), value: addons.map(({ text }) => text).join(', ') }]
            : []),
          ...(discount ? [{ label: m.document_discount(), value: discount }] : []),
          ...(contract.special_request
            ? [{ label: m.document_request(), value: typed(contract.special_request) }]
            : []),
          { label: m.document_year(), value: <Money amount={price.year_cents} className="font-bold" /> },
        ]}
      />
    </Card>
  );
}

function Earlier({ basis: { amendments, order_id } }: Props) {
  if (amendments.length === 0) return null;
  return (
    <Card title={m.office_title_amendments()}>
      <ul className="grid gap-3">
        {amendments.map((amendment) => (
          <li key={amendment.id} className="border-t border-hair pt-3 first:border-0 first:pt-0">
            <AmendmentLines amendment={amendment} />
            {amendment.state === 'applied' && (
              <LinkButton look="quiet" to={`/admin/orders/${order_id}/change?reverse=${amendment.number}`}>
                {m.office_change_reverse()}
              </LinkButton>
            )}
            {amendment.request && (
              <LinkButton look="quiet" to={`/admin/orders/${order_id}/change?again=${amendment.number}`}>
                {m.office_work_propose_again()}
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What stands in the way; an open amendment can be withdrawn, or signed on paper, here. */
function Refused({ basis, text }: Props & { text: string }) {
  const [isWithdrawing, setWithdrawing] = useState(false);
  const open = basis.amendments.find(({ state }) => isOpenAmendment(state));
  return (
    <Notice tone="warning" title={text}>
      {open?.state === 'proposed' && <PaperActs amendment_id={open.id} />}
      {open && (
        <Button look="secondary" onClick={() => setWithdrawing(true)}>
          {m.office_amendment_withdraw()}
        </Button>
      )}
      {open && isWithdrawing && (
        <WithdrawDialog id={open.id} family={fullName(basis.parent)} onClose={() => setWithdrawing(false)} />
      )}
    </Notice>
  );
}

/** The address names where the form begins: an amendment to reverse or to propose again, or the student. */
function useInitial(basis: OrderAmendments) {
  const [query] = useSearchParams();
  const named = (name: string) => basis.amendments.find(({ number }) => number === Number(query.get(name)));
  const again = named('again');
  if (again?.request) {
    const { id, request, reason } = again;
    return { id, initial: formAgain(basis, { request, reason }) };
  }
  const reverse = named('reverse');
  const reversed = reverse?.state === 'applied' ? reverse : undefined;
  // The details of the student as on file (OF10.4).
  const takesStudent = query.get('student') === 'on_file';
  return { id: reversed?.id ?? 0, initial: formOf(basis, reversed?.contract_before, takesStudent) };
}

function Basis({ basis }: Props) {
  const { id, initial } = useInitial(basis);
  return (
    <>
      <PageHead
        title={m.office_change_of({ student: fullName(basis.student) })}
        actions={
          <LinkButton look="secondary" to={`/admin/orders/${basis.order_id}`}>
            {m.office_change_to_order()}
          </LinkButton>
        }
      />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] lg:items-start">
        <div className="grid gap-5">
          <InForce basis={basis} />
          <Earlier basis={basis} />
        </div>
        {basis.refused ? (
          <Refused basis={basis} text={basis.refused} />
        ) : (
          <ChangeContract key={id} basis={basis} initial={initial} />
        )}
      </div>
    </>
  );
}

/** The contract in force at the left, the change at the right, and what the change means below (OF5.1). */
export default function ChangeOrder() {
  const { order_id } = useParams();
  const query = useItems(readOrderAmendments, { params: { id: Number(order_id) } }, { staleTime: 0 });
  return (
    <LoadedPage query={query} title={m.office_title_change()} loading={m.office_loading()}>
      {([basis]) => basis && <Basis basis={basis} />}
    </LoadedPage>
  );
}
