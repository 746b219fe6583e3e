import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { cents, formatMoney } from '#kit/money.ts';
import { requiredText } from '#kit/rules/fields.ts';
import {
  readAmendmentToSign,
  signAmendmentOnPaper,
  type AmendmentToSign,
} from '#modules/orders/amendments/paper-amendment.contract.ts';
import { changesText } from '#modules/orders/contract-changes.ts';
import { callForOne } from '#app/api/client.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { useOnce } from '#app/api/use-once.ts';
import { FileLink } from '#app/forms/file-link.tsx';
import { FormText } from '#app/forms/fields.tsx';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { signedMoney } from '#app/orders/amendment-plan.tsx';
import { NO_PAPER, PaperFields, paperOf, paperShape } from '#app/routes/office/paper-fields.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { useToast } from '#app/ui/toast.tsx';

type Props = { amendment_id: number };

/** `Route: 12 North → 14 South; Difference: −$1,400.00` */
function differenceText({ changes, difference_cents, refund }: AmendmentToSign['plan']): string {
  const amount = signedMoney(cents(difference_cents));
  const money = refund
    ? m.office_change_difference_refund({ amount, refund: formatMoney(refund.amount_cents) })
    : m.office_change_difference({ amount });
  return [changesText(changes), money].filter(Boolean).join('; ');
}

const signingShape = paperShape.extend({ code: requiredText(20) });

function SigningForm({ paper, onClose }: { paper: AmendmentToSign; onClose: () => void }) {
  const queries = useQueryClient();
  const say = useToast();
  const once = useOnce();
  const form = useForm({
    resolver: schemaResolver(signingShape),
    defaultValues: { ...NO_PAPER, code: '' },
  });
  const sign = async ({ code, ...typed }: z.output<typeof signingShape>) => {
    const body = { ...paperOf(typed), code };
    const sent = { params: { id: paper.id }, body };
    const { state, number } = await once(sent, (headers) =>
      callForOne(signAmendmentOnPaper, { ...sent, headers }),
    );
    say(state === 'applied' ? m.office_change_applied({ number }) : m.office_change_paper_waits({ number }));
    onClose();
    await queries.invalidateQueries();
  };
  return (
    <Form form={form} label={m.office_change_paper_record()} className="grid gap-4" onSubmit={sign}>
      <p className="wrap-anywhere">
        {paper.needs_second_person
          ? m.office_change_paper_later({ difference: differenceText(paper.plan) })
          : m.office_change_paper_now({ difference: differenceText(paper.plan) })}
      </p>
      <FormText
        name="code"
        label={m.office_change_paper_code()}
        note={m.office_change_paper_code_note()}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="max-w-80"
      />
      <PaperFields hasSurge={paper.has_surge} />
      <FormButtons submitText={m.office_change_at_once()} cancelText={m.office_cancel()} onCancel={onClose} />
    </Form>
  );
}

/** The paper of an open amendment to print, and the signed one to record (OF5.8). */
export function PaperActs({ amendment_id }: Props) {
  const [isOpen, setOpen] = useState(false);
  const query = useItems(readAmendmentToSign, { params: { id: amendment_id } }, { staleTime: 0, gcTime: 0 });
  const renew = async () => (await query.refetch({ throwOnError: true })).data?.[0]?.path;
  return (
    <Loaded query={query} loading={m.office_loading()}>
      {([paper]) =>
        paper && (
          <div className="flex flex-wrap gap-3">
            <FileLink
              path={paper.path}
              readAt={query.dataUpdatedAt}
              renew={renew}
              text={m.office_change_paper_print()}
              look="secondary"
            />
            <Button look="secondary" onClick={() => setOpen(true)}>
              {m.office_change_paper_record()}
            </Button>
            <Dialog
              open={isOpen}
              onClose={() => setOpen(false)}
              size="side"
              title={m.office_change_paper_record()}
              description={m.office_change_paper_text({ number: paper.number })}
            >
              <SigningForm paper={paper} onClose={() => setOpen(false)} />
            </Dialog>
          </div>
        )
      }
    </Loaded>
  );
}
