import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import type { ProgramGroup } from '#modules/catalog/catalog.contract.ts';
import type { Funding } from '#modules/billing/methods/funding.states.ts';
import { GENERAL_USE } from '#modules/billing/methods/change-methods.contract.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { Form } from '#app/forms/form.tsx';
import { CardFeeNote } from '#app/payments/card-fee-note.tsx';
import type { FieldsHandle } from '#app/payments/hosted/hosted-fields.tsx';
import { ProcessorFields } from '#app/payments/hosted/processor-fields.tsx';
import { hostedBankResolver, hostedCardResolver, noGroup } from './method-form.ts';
import {
  DebitAuthorization,
  SaveButtons,
  termsFor,
  useAddMethod,
  UseFields,
  type TermsProps,
} from './method-parts.tsx';
import { MethodTabs } from './method-tabs.tsx';

type Fields = { publishable_key: string; groups: readonly ProgramGroup[] };

const groupOf = (chosen: string): number | null => (chosen === GENERAL_USE ? null : Number(chosen));

function useHostedSave() {
  const fields = useRef<FieldsHandle>(null);
  const { user } = useAuth();
  const add = useAddMethod();
  const enter = (name: string, program_group_id: string) =>
    fields.current?.enter(groupOf(program_group_id), { name: name.trim(), email: user?.email ?? '' });
  return { fields, enter, add };
}

const useCardForm = (name: string) =>
  useForm({ mode: 'onBlur', resolver: hostedCardResolver, defaultValues: { name, ...noGroup } });

const useBankForm = (name: string) =>
  useForm({
    mode: 'onBlur',
    resolver: hostedBankResolver,
    defaultValues: { name, ...noGroup, ach_terms: false },
  });

type OfCard = Fields & { form: ReturnType<typeof useCardForm> };

function HostedCardForm({ publishable_key, groups, form }: OfCard) {
  const [funding, setFunding] = useState<Funding | null>(null);
  const { fields, enter, add } = useHostedSave();
  return (
    <Form
      form={form}
      label={m.contract_tab_card()}
      className="grid gap-6"
      onSubmit={async ({ name, program_group_id, is_default }) => {
        const entered = await enter(name, program_group_id);
        if (!entered) return;
        const cc = { token: entered.token, program_group_id };
        await add({ is_default, payment_type: 'paymentTypeCreditCard', cc });
        fields.current?.close();
      }}
    >
      <UseFields groups={groups} />
      <CardFeeNote funding={funding} />
      <ProcessorFields ref={fields} kind="card" publishable_key={publishable_key} onFunding={setFunding} />
      <SaveButtons busy={form.formState.isSubmitting}>{m.dashboard_method_save_card()}</SaveButtons>
    </Form>
  );
}

type OfBank = Fields & TermsProps & { form: ReturnType<typeof useBankForm> };

function HostedBankForm({ publishable_key, groups, terms, form }: OfBank) {
  const { fields, enter, add } = useHostedSave();
  return (
    <Form
      form={form}
      label={m.contract_tab_ach()}
      className="grid gap-6"
      onSubmit={async ({ name, program_group_id, is_default }) => {
        const entered = await enter(name, program_group_id);
        if (!entered) return;
        const shown = termsFor(terms, program_group_id);
        const acceptances = shown && [{ kind: 'ach' as const, text_hash: shown.text_hash }];
        const ach = { token: entered.token, program_group_id };
        await add({ is_default, payment_type: 'paymentTypeAch', ach, acceptances });
        fields.current?.close();
      }}
    >
      <UseFields groups={groups} />
      <ProcessorFields ref={fields} kind="bank" publishable_key={publishable_key} />
      <DebitAuthorization terms={terms} />
      <SaveButtons busy={form.formState.isSubmitting}>{m.dashboard_method_save_bank()}</SaveButtons>
    </Form>
  );
}

export function NewHostedMethod({
  terms,
  holderName,
  ...fields
}: Fields & TermsProps & { holderName: string }) {
  const card = useCardForm(holderName);
  const bank = useBankForm(holderName);
  return (
    <MethodTabs
      areKept
      card={{ form: card, panel: <HostedCardForm form={card} {...fields} /> }}
      bank={{ form: bank, panel: <HostedBankForm form={bank} {...fields} terms={terms} /> }}
    />
  );
}
