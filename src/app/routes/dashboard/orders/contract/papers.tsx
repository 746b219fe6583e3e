import { m } from '#i18n/messages.js';
import { formatDate } from '#kit/plain-date.ts';
import type { OrderDocuments } from '#modules/orders/order-documents.contract.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { useCompanyDay } from '#app/company/use-company-day.ts';
import { DocumentLink, type Documents } from '#app/orders/document-link.tsx';
import { Card } from '#app/ui/card.tsx';

type Scan = NonNullable<OrderDocuments['scan']>;

/** The annex of the signed copy (OF3.8). */
export function SignedPaper({ scan, documents }: { scan: Scan; documents: Documents }) {
  const said = { day: formatDate(scan.signed_on), staff: scan.seen_by };
  return (
    <Card title={m.contract_signed_paper()} className="mt-6 max-w-form print:hidden">
      <p className="mb-3">{m.contract_signed_paper_text(said)}</p>
      <DocumentLink
        documents={documents}
        pathOf={(read) => read.scan?.path ?? null}
        text={m.contract_download_scan()}
        look="secondary"
      />
    </Card>
  );
}

const amendmentOf = ({ amendments }: OrderDocuments, number: number) =>
  amendments.find((one) => one.number === number);

/** The papers of the amendments in force, beside the contract as signed (OF5.10). */
export function AmendmentPapers({ order, documents }: { order: Order; documents: Documents }) {
  const dayText = useCompanyDay();
  if (order.amendments.length === 0) return null;
  return (
    <Card title={m.contract_amendments()} className="mt-6 max-w-form print:hidden">
      <ul className="grid gap-4">
        {order.amendments.map(({ number, applied_at, text }) => (
          <li key={number}>
            <p className="mb-2">{m.contract_amendment_of({ number, day: dayText(applied_at), text })}</p>
            <div className="flex flex-wrap gap-3">
              <DocumentLink
                documents={documents}
                pathOf={(read) => amendmentOf(read, number)?.path}
                text={m.contract_download_amendment({ number })}
                look="secondary"
              />
              <DocumentLink
                documents={documents}
                pathOf={(read) => amendmentOf(read, number)?.scan?.path}
                text={m.contract_amendment_scan({ number })}
                look="secondary"
              />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
