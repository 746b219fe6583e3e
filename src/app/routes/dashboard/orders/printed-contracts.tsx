import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { formatDate } from '#kit/plain-date.ts';
import { fullName, shownName } from '#kit/text/full-name.ts';
import {
  deletePrintedContract,
  listPrintedContracts,
  type PrintedContract,
} from '#modules/orders/printed/printed-contracts.contract.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { call } from '#app/api/client.ts';
import { itemsKey, useItems } from '#app/api/use-items.ts';
import { SchoolTag } from '#app/company/school-tag.tsx';
import { FileLink } from '#app/forms/file-link.tsx';
import { Button } from '#app/ui/button.tsx';
import { Facts } from '#app/ui/card.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';

function DeleteDialog({ printed, onClose }: { printed: PrintedContract; onClose: () => void }) {
  const queries = useQueryClient();
  const say = useToast();
  const remove = useMutation({
    mutationFn: () => call(deletePrintedContract, { params: { id: printed.id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: itemsKey(listPrintedContracts) });
      say(m.contract_printed_deleted());
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.contract_printed_delete_title({ student: shownName(printed.student) })}
      description={m.contract_printed_delete_ask()}
      actions={
        <>
          <Button look="danger" icon="bin" busy={remove.isPending} onClick={() => remove.mutate()}>
            {m.dashboard_delete()}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {m.dashboard_cancel()}
          </Button>
        </>
      }
    >
      <ErrorNotice text={remove.isError && sentencesOf(remove.error).join(' ')} />
    </Dialog>
  );
}

function PrintedFacts({ printed }: { printed: PrintedContract }) {
  const { code, due_cents, priced_on, expires_on } = printed;
  return (
    <Facts
      facts={[
        { label: m.contract_printed_code(), value: <span className="figures">{code}</span> },
        {
          label: m.contract_instructions_amount(),
          value: m.contract_printed_due({ amount: formatMoney(due_cents), day: formatDate(priced_on) }),
        },
        {
          label: m.contract_printed_kept(),
          value: <span className="figures">{formatDate(expires_on)}</span>,
        },
      ]}
    />
  );
}

type PrintedCardProps = {
  printed: PrintedContract;
  readAt: number;
  renew: () => Promise<string | undefined>;
  onDelete: () => void;
};

function PrintedCard({ printed, readAt, renew, onDelete }: PrintedCardProps) {
  const { program_group, program, route, student } = printed;
  const heading = `printed-${printed.id}`;
  return (
    <article aria-labelledby={heading} className="rounded-md border border-hair bg-card p-5">
      <SchoolTag path={program_group.path}>
        <span>{`${program} · ${route}`}</span>
      </SchoolTag>
      <h3 id={heading} className="mt-2 mb-3 text-lg font-bold break-words">
        <bdi>{fullName(student)}</bdi>
      </h3>
      <PrintedFacts printed={printed} />
      <div className="mt-4 flex flex-wrap gap-3">
        <FileLink
          path={printed.path}
          readAt={readAt}
          renew={renew}
          text={m.contract_printed_open()}
          look="secondary"
          describedBy={heading}
        />
        <Button look="danger" icon="bin" aria-describedby={heading} onClick={onDelete}>
          {m.contract_printed_delete()}
        </Button>
      </div>
    </article>
  );
}

/** The family's printed contracts, to pay by check (MB13). */
export function PrintedContracts() {
  const { data = [], dataUpdatedAt, refetch } = useItems(listPrintedContracts, {}, { staleTime: 0 });
  const [toDelete, setToDelete] = useState<PrintedContract>();
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="printed-contracts" className="mt-8 grid gap-4">
      <div>
        <h2 id="printed-contracts" className="text-lg font-bold">
          {m.contract_printed_list()}
        </h2>
        <p className="max-w-read text-ink-soft">{m.contract_printed_list_note()}</p>
      </div>
      {data.map((printed) => (
        <PrintedCard
          key={printed.id}
          printed={printed}
          readAt={dataUpdatedAt}
          renew={async () => {
            const { data: fresh = [] } = await refetch({ throwOnError: true });
            return fresh.find(({ id }) => id === printed.id)?.path;
          }}
          onDelete={() => setToDelete(printed)}
        />
      ))}
      {toDelete && <DeleteDialog printed={toDelete} onClose={() => setToDelete(undefined)} />}
    </section>
  );
}
