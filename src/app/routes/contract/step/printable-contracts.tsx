import { useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { formatDate } from '#kit/plain-date.ts';
import { shownName } from '#kit/text/full-name.ts';
import { shownFileName } from '#modules/catalog/stored-files.ts';
import { listPrintedContracts, printContract } from '#modules/orders/printed/printed-contracts.contract.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { itemsKey } from '#app/api/use-items.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { appliedAid, isAidPending } from '#app/routes/contract/wizard/aid.ts';
import { quoteBody, type QuoteBody } from '#app/routes/contract/wizard/order-body.ts';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { ErrorNotice, Notice } from '#app/ui/notice.tsx';

function usePrintable(): QuoteBody | undefined {
  const { draft, routeFacts, aid, quote } = useWizard();
  const { isAuthenticated } = useAuth();
  if (!isAuthenticated || draft.student.id === null || !quote || isAidPending(aid)) return undefined;
  return quoteBody(draft, routeFacts, appliedAid(aid));
}

function download(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

function usePrint() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (chosen: QuoteBody) => callForOne(printContract, { body: chosen }),
    onSuccess: async ({ path }) => {
      download(path);
      await queries.invalidateQueries({ queryKey: itemsKey(listPrintedContracts) });
    },
  });
}

/** The contract with the family's selection, price and code (MB13). */
function FilledIn({ body }: { body: QuoteBody }) {
  const { draft } = useWizard();
  const print = usePrint();
  // After a change of the draft the printed contract is out of date.
  const isOfDraft = JSON.stringify(print.variables) === JSON.stringify(body);
  const title = m.contract_printed_title({ student: shownName(draft.student) });
  return (
    <section aria-label={title} className="grid justify-items-start gap-3">
      <h2 className="font-bold">{title}</h2>
      <p className="max-w-read">{m.contract_printed_what()}</p>
      <Button look="secondary" icon="file" busy={print.isPending} onClick={() => print.mutate(body)}>
        {m.contract_printed_download()}
      </Button>
      {isOfDraft && print.data && (
        <Notice tone="success" role="status">
          {m.contract_printed_ready({ code: print.data.code, day: formatDate(print.data.expires_on) })}
        </Notice>
      )}
      <ErrorNotice text={isOfDraft && print.isError && sentencesOf(print.error).join(' ')} />
    </section>
  );
}

/** @param saved  the name under which a browser saves the file, if the address has another */
function FileLink({ href, name, saved = '' }: { href: string; name: string; saved?: string }) {
  return (
    <li>
      <a
        href={href}
        download={saved}
        className="inline-flex min-h-11 items-center gap-2 underline underline-offset-4"
      >
        <Icon name="file" />
        <span>{name}</span>
      </a>
    </li>
  );
}

/** The program's contract with today's prices, and the school's own files. */
function Blank() {
  const { school, offer } = useWizard();
  const { periodGroup, programs } = school;
  const { periodProgram } = offer;
  const program = programs.find(({ id }) => id === periodProgram?.program_id);
  return (
    <ul className="grid gap-1">
      {periodProgram && program && (
        <FileLink
          href={`/storage/blank-contracts/${periodProgram.id}.pdf`}
          name={m.contract_printed_blank({ program: program.text })}
        />
      )}
      {periodGroup.printable_contracts.map((file) => (
        <FileLink
          key={file.file_name}
          href={`/storage/period-program-groups/${periodGroup.id}/${encodeURIComponent(file.file_name)}`}
          name={file.name}
          saved={shownFileName(file.file_name)}
        />
      ))}
    </ul>
  );
}

/** For families paying by check: contracts to print and mail (contracts.md §1). */
export function PrintableContracts() {
  const { periodGroup } = useWizard().school;
  const body = usePrintable();
  if (periodGroup.printable_contracts.length === 0) return null;
  return (
    <Disclosure label={m.contract_printable()}>
      <div className="grid gap-5">
        {body ? <FilledIn body={body} /> : <p className="max-w-read">{m.contract_printed_later()}</p>}
        <section aria-label={m.contract_printed_blank_title()}>
          <h2 className="font-bold">{m.contract_printed_blank_title()}</h2>
          <Blank />
        </section>
      </div>
    </Disclosure>
  );
}
