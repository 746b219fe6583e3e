import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { cents, formatMoney } from '#kit/money.ts';
import { saveAidBudget, type AidBudget } from '#modules/aid/aid.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { FormText } from '#app/forms/fields.tsx';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { typedAmount } from '#app/forms/typed-amount.ts';
import { Button } from '#app/ui/button.tsx';
import { Card, Facts } from '#app/ui/card.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { useToast } from '#app/ui/toast.tsx';

const budgetForm = z.object({
  amount: z
    .string()
    .trim()
    .refine((typed) => typed === '' || typedAmount(typed) !== undefined, {
      error: () => m.office_award_amount_unread(),
    }),
});
type Values = z.input<typeof budgetForm>;

type BudgetProps = { budget: AidBudget; school: string };

function BudgetDialog({ budget, school, onClose }: BudgetProps & { onClose: () => void }) {
  const queries = useQueryClient();
  const say = useToast();
  const { period_id, program_group_id, amount_cents, version } = budget;
  const form = useForm<Values>({
    resolver: schemaResolver(budgetForm),
    defaultValues: { amount: amount_cents === null ? '' : (amount_cents / 100).toFixed(2) },
  });
  const title = m.office_award_budget_title({ school });
  async function save({ amount }: Values): Promise<void> {
    const body = { amount_cents: amount === '' ? null : typedAmount(amount)!, version };
    await callForOne(saveAidBudget, { params: { period_id, program_group_id }, body });
    onClose();
    say(m.office_award_budget_saved());
    await queries.invalidateQueries();
  }
  return (
    <Dialog open onClose={onClose} title={title} description={m.office_award_budget_text()}>
      <Form form={form} label={title} className="grid gap-4" onSubmit={save}>
        <FormText name="amount" label={m.office_award_budget()} inputMode="decimal" autoComplete="off" />
        <FormButtons
          submitText={m.office_award_budget_save()}
          cancelText={m.office_cancel()}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}

function leftText(left: number | null): string {
  if (left === null) return m.office_award_no_budget();
  return left < 0 ? m.office_award_above({ amount: formatMoney(cents(-left)) }) : formatMoney(cents(left));
}

/** What the school gives, what is given and open, and what is left (OF7.1, OF7.6). */
export function BudgetCard({ budget, school }: BudgetProps) {
  const [isOpen, setOpen] = useState(false);
  const { amount_cents, given_cents, open_cents, left_cents } = budget;
  const isAbove = left_cents !== null && left_cents < 0;
  return (
    <Card className="mb-5 max-w-form">
      <Facts
        facts={[
          {
            label: m.office_award_budget(),
            value: amount_cents === null ? m.office_award_no_budget() : formatMoney(cents(amount_cents)),
          },
          { label: m.office_award_given(), value: formatMoney(cents(given_cents)) },
          { label: m.office_award_open_sum(), value: formatMoney(cents(open_cents)) },
          {
            label: m.office_award_left(),
            value: <b className={isAbove ? 'text-red' : undefined}>{leftText(left_cents)}</b>,
          },
        ]}
      />
      <Button look="secondary" size="small" className="mt-4" onClick={() => setOpen(true)}>
        {m.office_award_budget_change()}
      </Button>
      {isOpen && <BudgetDialog budget={budget} school={school} onClose={() => setOpen(false)} />}
    </Card>
  );
}
