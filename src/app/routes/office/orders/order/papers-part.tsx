import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { formatDate } from '#kit/plain-date.ts';
import type { OrderDocuments } from '#modules/orders/order-documents.contract.ts';
import { sendPapers } from '#modules/orders/staff/send-papers.contract.ts';
import type { OfficeOrder } from '#modules/office/orders/office-order.contract.ts';
import { call } from '#app/api/client.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useRight } from '#app/auth/use-auth.ts';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { useAct } from '#app/forms/use-act.ts';
import { rowLink } from '#app/lists/row-links.tsx';
import { DocumentLink, useDocuments } from '#app/orders/document-link.tsx';
import { Button } from '#app/ui/button.tsx';
import { Fold } from '#app/ui/fold.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';

type Props = { page: OfficeOrder };
type Paper = { key: string; text: string; pathOf: (read: OrderDocuments) => string | undefined };

function papersOfAmendment({ number, scan }: OrderDocuments['amendments'][number]): Paper[] {
  const found = (read: OrderDocuments) => read.amendments.find((one) => one.number === number);
  const paper = {
    key: `amendment-${number}`,
    text: m.order_paper_amendment({ number }),
    pathOf: (read: OrderDocuments) => found(read)?.path,
  };
  if (!scan) return [paper];
  const text = m.order_paper_amendment_scan({ number, day: formatDate(scan.signed_on) });
  return [paper, { key: `scan-${number}`, text, pathOf: (read) => found(read)?.scan?.path }];
}

const papersOf = (
  { scan, amendments, receipts }: OrderDocuments,
  dayText: ReturnType<typeof useCompanyDay>,
): Paper[] => [
  { key: 'copy', text: m.order_paper_contract(), pathOf: ({ signed_copy }) => signed_copy.path },
  ...(scan
    ? [
        {
          key: 'scan',
          text: m.order_paper_scan({ day: formatDate(scan.signed_on) }),
          pathOf: (read: OrderDocuments) => read.scan?.path,
        },
      ]
    : []),
  ...amendments.flatMap(papersOfAmendment),
  ...receipts.map(({ id, description, created_at }) => ({
    key: `receipt-${id}`,
    text: m.order_paper_receipt({ what: description, day: dayText(created_at) }),
    pathOf: (read: OrderDocuments) => read.receipts.find((one) => one.id === id)?.path,
  })),
];

/** The links are made when the section is opened. */
function PaperLinks({ order_id }: { order_id: number }) {
  const dayText = useCompanyDay();
  const documents = useDocuments(order_id);
  return (
    <Loaded query={documents} loading={m.office_loading()}>
      {([found]) => (
        <ul className="grid justify-items-start gap-2">
          {found &&
            papersOf(found, dayText).map(({ key, ...paper }) => (
              <li key={key}>
                <DocumentLink {...paper} documents={documents} look="secondary" />
              </li>
            ))}
        </ul>
      )}
    </Loaded>
  );
}

export function SendPapers({ order_id }: { order_id: number }) {
  const { isBusy, problem, act } = useAct();
  const say = useToast();
  const send = () =>
    act(async () => {
      await call(sendPapers, { params: { id: order_id } });
      say(m.order_papers_sent());
    });
  return (
    <>
      <Button look="secondary" size="small" busy={isBusy} onClick={() => void send()}>
        {m.order_papers_send()}
      </Button>
      <ErrorNotice text={problem} />
    </>
  );
}

/** Papers show amounts; staff without the right to money only mail the contract again. */
export function PapersPart({ page: { order, status } }: Props) {
  const seesMoney = useRight('money');
  const maySend = useRight('families_write');
  const isSigned = order.order_detail.contract.contract_number !== null;
  const isSendable = maySend && status === 'active';
  if (!isSigned || (!seesMoney && !isSendable)) return null;
  return (
    <Fold title={m.order_papers()} isOpenFirst={false}>
      <div className="grid justify-items-start gap-3">
        {seesMoney && <PaperLinks order_id={order.id} />}
        {seesMoney && (
          <Link to={`/dashboard/orders/${order.id}/contract`} className={rowLink}>
            {m.contract_view_contract()}
          </Link>
        )}
        {isSendable && <SendPapers order_id={order.id} />}
      </div>
    </Fold>
  );
}
