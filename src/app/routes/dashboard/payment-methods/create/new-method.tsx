import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import type { PlainDate } from '#kit/plain-date.ts';
import type { Funding } from '#modules/billing/methods/funding.states.ts';
import { Form } from '#app/forms/form.tsx';
import { useUnsavedForm } from '#app/forms/unsaved-form.ts';
import { BankFields } from '#app/payments/bank-fields.tsx';
import { bankToForm } from '#app/payments/bank-form.ts';
import { CardFeeNote } from '#app/payments/card-fee-note.tsx';
import { CardFields } from '#app/payments/card-fields.tsx';
import { emptyCard } from '#app/payments/card-form.ts';
import { bankMethodResolver, cardMethodResolver, noGroup } from './method-form.ts';
import {
  DebitAuthorization,
  SaveButtons,
  termsFor,
  useAddMethod,
  UseFields,
  type GroupsProps,
  type TermsProps,
} from './method-parts.tsx';
import { MethodTabs } from './method-tabs.tsx';

const useCardForm = (today: PlainDate) =>
  useForm({
    mode: 'onBlur',
    resolver: cardMethodResolver(today),
    defaultValues: { ...emptyCard, ...noGroup },
  });

function NewCardForm({
  groups,
  today,
  form,
}: GroupsProps & { today: PlainDate; form: ReturnType<typeof useCardForm> }) {
  const add = useAddMethod();
  const [funding, setFunding] = useState<Funding | null>(null);
  return (
    <Form
      form={form}
      label={m.contract_tab_card()}
      className="grid gap-6"
      onSubmit={({ is_default, ...cc }) => add({ is_default, payment_type: 'paymentTypeCreditCard', cc })}
    >
      <UseFields groups={groups} />
      <CardFeeNote funding={funding} />
      <CardFields today={today} onFunding={setFunding} />
      <SaveButtons busy={form.formState.isSubmitting}>{m.dashboard_method_save_card()}</SaveButtons>
    </Form>
  );
}

type Holder = Parameters<typeof bankToForm>[1];
const useBankForm = (holder: Holder) =>
  useForm({
    mode: 'onBlur',
    resolver: bankMethodResolver,
    defaultValues: { ...bankToForm(null, holder), ...noGroup, ach_terms: false },
  });

/** No phone is needed here (contracts.md §5). */
function NewBankForm({
  groups,
  terms,
  form,
}: GroupsProps & TermsProps & { form: ReturnType<typeof useBankForm> }) {
  const add = useAddMethod();
  return (
    <Form
      form={form}
      label={m.contract_tab_ach()}
      className="grid gap-6"
      onSubmit={({ is_default, ...ach }) => {
        const shown = termsFor(terms, ach.program_group_id);
        const acceptances = shown && [{ kind: 'ach' as const, text_hash: shown.text_hash }];
        return add({ is_default, payment_type: 'paymentTypeAch', ach, acceptances });
      }}
    >
      <UseFields groups={groups} />
      <BankFields isPhoneOptional />
      <DebitAuthorization terms={terms} />
      <SaveButtons busy={form.formState.isSubmitting}>{m.dashboard_method_save_bank()}</SaveButtons>
    </Form>
  );
}

type NewMethodProps = GroupsProps & TermsProps & { today: PlainDate; holder: Holder };

export function NewMethod({ groups, terms, today, holder }: NewMethodProps) {
  const card = useCardForm(today);
  const bank = useBankForm(holder);
  // The form of the closed tab is not on the page, and keeps the typed text.
  useUnsavedForm(card);
  useUnsavedForm(bank);
  return (
    <MethodTabs
      card={{ form: card, panel: <NewCardForm form={card} groups={groups} today={today} /> }}
      bank={{ form: bank, panel: <NewBankForm form={bank} groups={groups} terms={terms} /> }}
    />
  );
}
