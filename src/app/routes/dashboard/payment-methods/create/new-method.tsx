import { useState, type ReactNode } from 'react';
import { useForm, useFormContext, useWatch } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import type { PlainDate } from '#kit/plain-date.ts';
import type { ProgramGroup } from '#modules/catalog/catalog.contract.ts';
import {
  GENERAL_USE,
  type DebitTerms,
  addPaymentMethod,
  listDebitTerms,
} from '#modules/billing/methods/change-methods.contract.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { FormCheckbox, FormSelect } from '#app/forms/fields.tsx';
import { Form } from '#app/forms/form.tsx';
import { useUnsavedForm } from '#app/forms/unsaved-form.ts';
import { forgetUnsavedChanges } from '#app/shell/unsaved-changes.ts';
import { BankFields } from '#app/payments/bank-fields.tsx';
import { bankToForm } from '#app/payments/bank-form.ts';
import { CardFields } from '#app/payments/card-fields.tsx';
import { emptyCard } from '#app/payments/card-form.ts';
import { DebitTermsFields } from '#app/payments/debit-terms-fields.tsx';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { bankMethodResolver, cardMethodResolver, noGroup, type OfGroup } from './method-form.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { listPaymentMethods } from '#modules/billing/methods/methods.contract.ts';
import type { Sent } from '#kit/endpoint/endpoint.ts';
import { ApiError } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { itemsKey } from '#app/api/use-items.ts';
import { useOnce } from '#app/api/use-once.ts';
import { methodName } from '#app/payments/saved-methods.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { forMethodForm } from './method-form.ts';

type AddBody = NonNullable<Sent<typeof addPaymentMethod>['body']>;

type GroupsProps = { groups: readonly ProgramGroup[] };

/** What the method pays for, and whether it comes first. */
function UseFields({ groups }: GroupsProps) {
  const schools = groups.map((group) => ({ value: String(group.id), label: group.text }));
  return (
    <div className="grid gap-2">
      <FormSelect
        name="program_group_id"
        label={m.dashboard_method_group()}
        note={m.dashboard_method_group_note()}
        required
        placeholder={m.dashboard_method_group_choose()}
        options={[...schools, { value: GENERAL_USE, label: m.dashboard_method_group_general() }]}
      />
      <FormCheckbox
        name="is_default"
        label={m.dashboard_method_use_as_default()}
        note={m.dashboard_method_use_as_default_note()}
      />
    </div>
  );
}

function SaveButtons({ busy, children }: { busy: boolean; children: ReactNode }) {
  // Only the parent may do this, not staff who impersonate (U); the server refuses it too.
  const notOurs = useAuth().isImpersonating ? m.dashboard_method_parent_alone() : undefined;
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Button type="submit" busy={busy} disabledReason={notOurs}>
        {children}
      </Button>
      <LinkButton to="/dashboard/payment-methods" look="secondary">
        {m.dashboard_cancel()}
      </LinkButton>
    </div>
  );
}

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
  return (
    <Form
      form={form}
      label={m.contract_tab_card()}
      className="grid gap-6"
      onSubmit={({ is_default, ...cc }) => add({ is_default, payment_type: 'paymentTypeCreditCard', cc })}
    >
      <UseFields groups={groups} />
      <CardFields today={today} />
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

type TermsProps = { terms: readonly DebitTerms[] };

/** The terms of the schools that the account pays; of all schools while none is chosen. */
function termsFor(terms: readonly DebitTerms[], chosen: string): DebitTerms | undefined {
  const general = terms.find(({ program_group_id }) => program_group_id === null);
  return (
    terms.find(({ program_group_id }) => program_group_id !== null && String(program_group_id) === chosen) ??
    general
  );
}

/** The authorization to debit the account, before anything is debited (reliability 3.1). */
function DebitAuthorization({ terms }: TermsProps) {
  const { control } = useFormContext<OfGroup>();
  const shown = termsFor(terms, useWatch({ control, name: 'program_group_id' }));
  if (!shown) return null;
  return (
    <section aria-labelledby="authorisation">
      <h2 id="authorisation" className="text-lg font-bold">
        {m.dashboard_method_debits_title()}
      </h2>
      <p className="mt-1 text-ink-soft">{m.dashboard_method_debits_text()}</p>
      <DebitTermsFields
        terms={shown.html}
        hash={shown.text_hash}
        label={m.dashboard_method_debits_accept()}
        changed={m.dashboard_method_debits_changed()}
      />
    </section>
  );
}

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

/** A new card or bank account. Each tab keeps what is typed; the questions of both are sent with either. */
export function NewMethod({ groups, terms, today, holder }: NewMethodProps) {
  const [tab, setTab] = useState('card');
  const card = useCardForm(today);
  const bank = useBankForm(holder);
  // The form of the other tab is not on the page, and keeps what was typed.
  useUnsavedForm(card);
  useUnsavedForm(bank);
  function open(next: string) {
    const { program_group_id, is_default } = (next === 'card' ? bank : card).getValues();
    for (const [field, value] of [
      ['program_group_id', program_group_id],
      ['is_default', is_default],
    ] as const) {
      if (next === 'card') card.setValue(field, value);
      else bank.setValue(field, value);
    }
    setTab(next);
  }
  return (
    <Tabs
      label={m.dashboard_method_kind()}
      value={tab}
      onChange={open}
      tabs={[
        {
          value: 'card',
          label: m.contract_tab_card(),
          panel: <NewCardForm form={card} groups={groups} today={today} />,
        },
        {
          value: 'bank',
          label: m.contract_tab_ach(),
          panel: <NewBankForm form={bank} groups={groups} terms={terms} />,
        },
      ]}
    />
  );
}

/** Saves a method once: without an answer, the next press sends the same key again (PM). */
function useAddMethod(): (body: AddBody) => Promise<void> {
  const once = useOnce();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const say = useToast();
  return async (body) => {
    try {
      const method = await once(body, (headers) => callForOne(addPaymentMethod, { headers, body }));
      await queryClient.invalidateQueries({ queryKey: itemsKey(listPaymentMethods) });
      say(m.dashboard_method_saved({ method: methodName(method) }));
      forgetUnsavedChanges();
      await navigate('/dashboard/payment-methods');
    } catch (error) {
      // Other terms are in force by now: they are shown, and the box is ticked anew (O4).
      if (error instanceof ApiError && error.status === 409)
        await queryClient.invalidateQueries({ queryKey: itemsKey(listDebitTerms) });
      throw forMethodForm(error);
    }
  };
}
