import { useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import type { Order } from '#modules/orders/orders.contract.ts';
import { readSignedContract, type SignedContract } from '#modules/orders/reading/signed-contract.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { LoadedPage } from '#app/api/loaded.tsx';
import { studentName } from '#app/orders/order-texts.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import { trustedFile } from '#app/ui/trusted-html.ts';
import { RichText } from '#app/ui/rich-text.tsx';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Card, Facts } from '#app/ui/card.tsx';
import { lineOf } from '#app/company/company.ts';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/spinner.tsx';
import { ToNotFound, useOrder } from '#app/orders/use-order.tsx';
import { DocumentLink, useDocuments, type Documents } from '#app/orders/document-link.tsx';
import { AmendmentPapers, SignedPaper } from './papers.tsx';

const SIZE = 800;

/** Time for the window to load the fonts before printing (contracts.md §2). */
const PRINT_AFTER_MS = 1_000;

export const meta = () => pageTitle(m.shell_title_view_contract());

type SignedText = SignedContract['texts'][number];
type Later = { later: string | null };

/** The person who accepted a text, as far as known (H10). */
function acceptanceText({ is_named, placed_by, later }: SignedText & Later, at: string): string {
  if (placed_by !== null && later) return m.contract_family_accepted_at({ staff: placed_by, at: later });
  if (placed_by !== null) return m.contract_placed_by_staff({ staff: placed_by, at });
  return is_named ? m.contract_accepted_at({ at }) : m.contract_in_force_at({ at });
}

function signingText({ is_named, placed_by, later }: SignedText & Later, at: string): string {
  if (placed_by !== null && later) return m.contract_family_accepted_at({ staff: placed_by, at: later });
  if (placed_by !== null) return m.contract_signed_copy_by_staff({ staff: placed_by, at });
  return is_named ? m.contract_signed_copy_at({ at }) : m.contract_signed_copy_in_force({ at });
}

const laterOf = ({ family_accepted_at: at }: SignedText, timeText: (at: string) => string) =>
  at && timeText(at);

/** The signed texts word for word, with the time of each acceptance (W15, O4). */
function SignedTexts({ order }: { order: Order }) {
  const timeText = useCompanyTime();
  const query = useItems(readSignedContract, { params: { id: order.id } });
  if (query.isError) return <Unavailable onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton label={m.contract_loading_contract()} lines={10} />;
  return query.data[0]?.texts.map((text) => (
    <section key={text.kind} className="border-t border-hair pt-4">
      <RichText html={text.html} />
      <p className="figures mt-4 text-sm text-ink-soft">
        {acceptanceText({ ...text, later: laterOf(text, timeText) }, timeText(text.accepted_at))}
      </p>
    </section>
  ));
}

function Unavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="danger" role="alert" title={m.contract_text_unavailable()}>
      <Button look="secondary" className="mt-3" onClick={onRetry}>
        {m.shell_try_again()}
      </Button>
    </Notice>
  );
}

function RenderedContract({ order }: { order: Order }) {
  const signedText = useRef<HTMLElement>(null);
  const { contract } = order.order_detail;
  const { program_group: group, program, period, route } = contract.contract_detail;
  const title = m.contract_contract_id({ number: contract.contract_number ?? '' });
  return (
    <>
      <Button
        icon="print"
        className="mb-4 print:hidden"
        onClick={() => signedText.current && printAlone(signedText.current, title)}
      >
        {m.contract_print_contract()}
      </Button>
      <article
        ref={signedText}
        aria-label={title}
        className="grid max-w-form gap-6 rounded-md border border-hair bg-card p-6 print:border-0 print:p-0"
      >
        <p className="figures text-lg font-extrabold">{title}</p>
        <Facts
          facts={[
            { label: m.contract_summary_student(), value: studentName(order) },
            {
              label: m.contract_school_program_year(),
              value: `${group.text} · ${program.text} · ${period.text}`,
            },
            { label: m.contract_section_route(), value: route.name },
            { label: m.contract_section_term(), value: contract.contract_detail.payment_term.name },
          ]}
        />
        <SignedTexts order={order} />
      </article>
    </>
  );
}

/**
 * Phones show no PDF inside a page, so the download comes first. A browser without a viewer would show a gray
 * box.
 */
function PdfContract({ path, number, documents }: { path: string; number: string; documents: Documents }) {
  // A link made anew must not load the shown contract again.
  const [shown] = useState(path);
  const embedded = useMemo(() => trustedFile(shown), [shown]);
  // An older browser without this property may have a viewer.
  const hasViewer = !('pdfViewerEnabled' in navigator) || navigator.pdfViewerEnabled;
  return (
    <>
      <DocumentLink
        documents={documents}
        pathOf={({ contract_pdf }) => contract_pdf}
        text={m.contract_download_contract()}
      />
      {!hasViewer && (
        <p className="mt-3 max-w-read text-ink-soft max-sm:hidden">{m.contract_no_pdf_viewer()}</p>
      )}
      <embed
        src={embedded}
        type="application/pdf"
        title={m.contract_contract_id({ number })}
        className={
          hasViewer
            ? 'mt-4 h-[75vh] w-full rounded-md border border-hair bg-sunk max-sm:hidden'
            : 'size-px max-sm:hidden'
        }
      />
    </>
  );
}

function SignedCopy({ order_id, documents }: { order_id: number; documents: Documents }) {
  const timeText = useCompanyTime();
  const text = useItems(readSignedContract, { params: { id: order_id } }).data?.[0]?.texts[0];
  return (
    <Card title={m.contract_signed_copy()} className="mt-6 max-w-form print:hidden">
      {text && (
        <p className="figures mb-1">
          {signingText({ ...text, later: laterOf(text, timeText) }, timeText(text.accepted_at))}
        </p>
      )}
      <p className="mb-3">{m.contract_signed_copy_note()}</p>
      <DocumentLink
        documents={documents}
        pathOf={({ signed_copy }) => signed_copy.path}
        text={m.contract_download_signed_copy()}
        look="secondary"
      />
      <p className="mt-3 text-sm text-ink-soft">
        <span>{m.contract_signed_copy_check()}</span>{' '}
        <Link className="font-semibold underline underline-offset-4" to="/verify-contract">
          {m.contract_signed_copy_check_link()}
        </Link>
      </p>
    </Card>
  );
}

function ContractPage({ order }: { order: Order }) {
  const { contract } = order.order_detail;
  const number = contract.contract_number ?? '';
  const documents = useDocuments(order.id);
  const [signedTexts] = documents.data ?? [];
  return (
    <div data-line={lineOf(contract.contract_detail.program_group.path)}>
      <PageHead
        title={<span className="figures">{m.contract_contract_id({ number })}</span>}
        actions={
          <LinkButton look="secondary" className="print:hidden" to={`/dashboard/orders/${order.id}`}>
            {m.contract_back_to_order()}
          </LinkButton>
        }
      />
      {documents.isPending && <Skeleton label={m.contract_loading_contract()} lines={10} />}
      {!documents.isPending &&
        (signedTexts?.contract_pdf ? (
          <PdfContract path={signedTexts.contract_pdf} number={number} documents={documents} />
        ) : (
          <RenderedContract order={order} />
        ))}
      {signedTexts && <SignedCopy order_id={order.id} documents={documents} />}
      {signedTexts && <AmendmentPapers order={order} documents={documents} />}
      {signedTexts?.scan && <SignedPaper scan={signedTexts.scan} documents={documents} />}
    </div>
  );
}

/** The contract of an order: the route's PDF, else the signed text (contracts.md §2). */
export default function ContractView() {
  const { query, isMissing } = useOrder();
  if (isMissing) return <ToNotFound />;
  return (
    <LoadedPage query={query} title={m.shell_title_view_contract()} loading={m.contract_loading_orders()}>
      {([order]) => order && <ContractPage order={order} />}
    </LoadedPage>
  );
}

function printAlone(element: Element, title: string): void {
  const opened = window.open('', '_blank', `width=${SIZE},height=${SIZE}`);
  if (!opened) {
    window.print();
    return;
  }
  const { document: signedText } = opened;
  signedText.title = title;
  signedText.documentElement.lang = document.documentElement.lang;
  for (const style of document.head.querySelectorAll('style, link[rel="stylesheet"]'))
    signedText.head.append(signedText.importNode(style, true));
  signedText.body.replaceChildren(signedText.importNode(element, true));
  setTimeout(() => {
    opened.focus();
    opened.print();
  }, PRINT_AFTER_MS);
}
