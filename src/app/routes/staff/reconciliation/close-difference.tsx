import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import {
  explainDifference,
  explainShape,
  takeInDifference,
  type Difference,
  type ExplainValues,
  type TakeInResult,
} from '#modules/billing/reconciliation/reconciliation.contract.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { FormTextarea } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';

type CloseProps = { difference: Difference; onClose: () => void };

const results: Record<TakeInResult, () => string> = {
  gone: m.admin_reconciliation_taken_gone,
  still: m.admin_reconciliation_taken_still,
  absent: m.admin_reconciliation_taken_absent,
  unread: m.admin_reconciliation_taken_unread,
};

/** Has the processor asked again; what came of it stays in the dialog. */
export function TakeIn({ difference: { id, ref }, onClose }: CloseProps) {
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<TakeInResult>();
  const [problem, setProblem] = useState('');
  const queries = useQueryClient();
  const ask = async () => {
    setBusy(true);
    setProblem('');
    try {
      setResult((await callForOne(takeInDifference, { params: { id } })).result);
    } catch (error) {
      setProblem(sentencesOf(error).join(' '));
    }
    setBusy(false);
  };
  const close = () => {
    onClose();
    void queries.invalidateQueries();
  };
  return (
    <Dialog
      open
      onClose={isBusy ? undefined : close}
      title={m.admin_reconciliation_take_in_title()}
      description={m.admin_reconciliation_take_in_text({ ref })}
      actions={
        <>
          {!result && (
            <Button busy={isBusy} onClick={() => void ask()}>
              {m.admin_reconciliation_take_in()}
            </Button>
          )}
          <Button look="secondary" disabled={isBusy} onClick={close}>
            {result ? m.admin_reconciliation_close() : m.admin_cancel()}
          </Button>
        </>
      }
    >
      {result && (
        <Notice tone={result === 'gone' ? 'success' : 'warning'} role="status">
          {results[result]()}
        </Notice>
      )}
      {problem && (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
    </Dialog>
  );
}

/** Notes why both books differ in one thing. */
export function Explain({ difference: { id }, onClose }: CloseProps) {
  const queries = useQueryClient();
  const say = useToast();
  const form = useForm<ExplainValues>({
    resolver: schemaResolver(explainShape),
    mode: 'onBlur',
    defaultValues: { explanation: '' },
  });
  async function explain(body: ExplainValues): Promise<void> {
    await callForOne(explainDifference, { params: { id }, body });
    onClose();
    say(m.admin_reconciliation_explain_done());
    await queries.invalidateQueries();
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.admin_reconciliation_explain_title()}
      description={m.admin_reconciliation_explain_text()}
    >
      <Form
        form={form}
        label={m.admin_reconciliation_explain_title()}
        className="grid gap-4"
        onSubmit={explain}
      >
        <FormTextarea
          required
          name="explanation"
          label={m.admin_reconciliation_explain_note()}
          maxLength={500}
        />
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button type="submit" busy={form.formState.isSubmitting}>
            {m.admin_reconciliation_explain()}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {m.admin_cancel()}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
