import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { m } from '#i18n/messages.js';
import type { Sent } from '#kit/endpoint/endpoint.ts';
import type { ProgramGroup } from '#modules/catalog/catalog.contract.ts';
import {
  GENERAL_USE,
  type DebitTerms,
  addPaymentMethod,
  listDebitTerms,
} from '#modules/billing/methods/change-methods.contract.ts';
import { listPaymentMethods } from '#modules/billing/methods/methods.contract.ts';
import { ApiError } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { itemsKey } from '#app/api/use-items.ts';
import { useOnce } from '#app/api/use-once.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { FormCheckbox, FormSelect } from '#app/forms/fields.tsx';
import { DebitTermsFields } from '#app/payments/debit-terms-fields.tsx';
import { methodName } from '#app/payments/saved-methods.tsx';
import { forgetUnsavedChanges } from '#app/shell/unsaved-changes.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { forMethodForm, type OfGroup } from './method-form.ts';

type AddBody = NonNullable<Sent<typeof addPaymentMethod>['body']>;

export type GroupsProps = { groups: readonly ProgramGroup[] };

export function UseFields({ groups }: GroupsProps) {
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

export function SaveButtons({ busy, children }: { busy: boolean; children: ReactNode }) {
  // Only the parent may save methods, not impersonating staff (U); the server refuses staff too.
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

export type TermsProps = { terms: readonly DebitTerms[] };

/** The terms of the account's schools; of all schools before a choice. */
export function termsFor(terms: readonly DebitTerms[], chosen: string): DebitTerms | undefined {
  const general = terms.find(({ program_group_id }) => program_group_id === null);
  return (
    terms.find(({ program_group_id }) => program_group_id !== null && String(program_group_id) === chosen) ??
    general
  );
}

/** The authorization comes before any debit (reliability 3.1). */
export function DebitAuthorization({ terms }: TermsProps) {
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

/** Without an answer the next click sends the same key again (PM). */
export function useAddMethod(): (body: AddBody) => Promise<void> {
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
      // Other terms are in force by now, and need another acceptance (O4).
      if (error instanceof ApiError && error.status === 409)
        await queryClient.invalidateQueries({ queryKey: itemsKey(listDebitTerms) });
      throw forMethodForm(error);
    }
  };
}
