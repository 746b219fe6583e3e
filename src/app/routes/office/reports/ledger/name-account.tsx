import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { m } from '#i18n/messages.js';
import { accountNameFields } from '#modules/billing/bookkeeping/account-name.shapes.ts';
import { accountText } from '#modules/billing/bookkeeping/account-texts.ts';
import { nameLedgerAccount, type LedgerAccount } from '#modules/billing/bookkeeping/bookkeeping.contract.ts';
import { callForOne } from '#app/api/client.ts';
import type { FormPart } from '#app/forms/edit-conflict.ts';
import { FormText } from '#app/forms/fields.tsx';
import { FormButtons } from '#app/forms/form-buttons.tsx';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { useVersionedSave } from '#app/forms/use-versioned-save.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { useToast } from '#app/ui/toast.tsx';

type Values = z.input<typeof accountNameFields>;
type Typed = z.output<typeof accountNameFields>;

const toSeen = ({ version, name, number, class: own }: LedgerAccount) => ({
  version,
  values: { name: name ?? '', number: number ?? '', class: own ?? '' },
});

const parts: readonly FormPart<Values>[] = [
  { label: m.office_ledger_account_name(), names: ['name'], say: ({ name }) => name },
  { label: m.office_ledger_account_number(), names: ['number'], say: ({ number }) => number ?? '' },
  { label: m.office_ledger_account_class(), names: ['class'], say: (values) => values.class ?? '' },
];

type NameProps = { account: LedgerAccount; onClose: () => void };

function NameDialog({ account, onClose }: NameProps) {
  const queries = useQueryClient();
  const say = useToast();
  const form = useForm<Values, unknown, Typed>({
    resolver: schemaResolver(accountNameFields),
    mode: 'onBlur',
    defaultValues: toSeen(account).values,
  });
  const { save, dialog } = useVersionedSave<Values, Typed, LedgerAccount>({
    form,
    record: account,
    parts: () => parts,
    toSeen,
    send: (typed, version = account.version) =>
      callForOne(nameLedgerAccount, {
        params: { account: account.account },
        body: { ...typed, version },
      }),
    onSaved: async () => {
      onClose();
      say(m.office_ledger_account_saved());
      await queries.invalidateQueries();
    },
  });
  const title = m.office_ledger_account_title({ account: accountText(account.account) });
  return (
    <Dialog open onClose={onClose} title={title} description={m.office_ledger_account_text()}>
      <Form form={form} label={title} className="grid gap-4" onSubmit={save}>
        {dialog satisfies Elements}
        <FormText required name="name" label={m.office_ledger_account_name()} />
        <FormText name="number" label={m.office_ledger_account_number()} />
        <FormText name="class" label={m.office_ledger_account_class()} />
        <FormButtons
          submitText={m.office_ledger_account_save()}
          cancelText={m.office_cancel()}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}

/** How the company's own chart names an account (RP3.2). */
export function NameAccount({ account }: { account: LedgerAccount }) {
  const [isOpen, setOpen] = useState(false);
  const named = { account: accountText(account.account) };
  return (
    <>
      <Button
        look="secondary"
        size="small"
        aria-label={
          account.name === null ? m.office_ledger_account_title(named) : m.office_ledger_rename_of(named)
        }
        onClick={() => setOpen(true)}
      >
        {account.name === null ? m.office_ledger_name() : m.office_ledger_rename()}
      </Button>
      {isOpen && <NameDialog account={account} onClose={() => setOpen(false)} />}
    </>
  );
}
