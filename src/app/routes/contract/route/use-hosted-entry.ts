import { useRef, useState, type RefObject } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { personName } from '#kit/rules/fields.ts';
import type { Funding } from '#modules/billing/methods/funding.states.ts';
import { claimMethodEntry, type EnteredMethod } from '#modules/billing/methods/entries/entries.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import type { FieldsHandle } from '#app/payments/hosted/hosted-fields.tsx';
import { whyNotEntered } from '#app/payments/hosted/why-not-entered.ts';
import { isEntered, type Draft } from '#app/routes/contract/wizard/draft.ts';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';

export type HolderValues = { name: string };
type MethodType = 'paymentTypeAch' | 'paymentTypeCreditCard';

/** A card or bank account typed into the processor's fields before the order (S20). */
export type HostedEntry = {
  readonly publishable_key: string;
  readonly holders: Record<MethodType, UseFormReturn<HolderValues>>;
  readonly fields: Record<MethodType, RefObject<FieldsHandle | null>>;
  readonly onFunding: (funding: Funding | null) => void;
  readonly entered: (type: MethodType) => EnteredMethod | null;
  readonly enterAnother: (type: MethodType) => void;
  /** an entered bank account, unable to pay before the family confirms the account */
  readonly waiting: EnteredMethod | undefined;
  readonly problemOf: (type: MethodType) => string | undefined;
  /** saves the typed method in the draft; `told` after a failure with a message in the fields */
  readonly submit: (type: MethodType) => Promise<boolean | 'told'>;
};

const holderShape = z.object({ name: personName() });

const enteredOf = ({ cc, ach }: Draft, type: MethodType): EnteredMethod | null => {
  const typed = type === 'paymentTypeAch' ? ach : cc;
  return isEntered(typed) ? typed : null;
};

type Take = (draft: Draft, method: EnteredMethod) => Draft;
type Asked = { holderName: string; takes: Record<MethodType, Take> };

const useHolder = (name: string) =>
  useForm<HolderValues>({
    mode: 'onBlur',
    resolver: schemaResolver(holderShape) as never,
    defaultValues: { name },
  });

export function useHostedEntry({ holderName, takes }: Asked): HostedEntry | undefined {
  const { draft, change, school, setBusy, tellTypedFunding } = useWizard();
  const { user } = useAuth();
  const fields = {
    paymentTypeAch: useRef<FieldsHandle>(null),
    paymentTypeCreditCard: useRef<FieldsHandle>(null),
  };
  const [waiting, setWaiting] = useState<EnteredMethod>();
  const [problem, setProblem] = useState<{ type: MethodType; text: string }>();
  const holders = { paymentTypeAch: useHolder(holderName), paymentTypeCreditCard: useHolder(holderName) };
  const { payments } = school.info;
  if (payments.kind !== 'stripe') return undefined;

  async function take(type: MethodType, name: string): Promise<boolean | 'told'> {
    const entered = await fields[type].current?.enter(school.group.id, { name, email: user?.email ?? '' });
    if (!entered) return 'told';
    const method = await callForOne(claimMethodEntry, { params: { entry_id: entered.entry_id } });
    fields[type].current?.close();
    if (method.state === 'verifying') {
      setWaiting(method);
      return 'told';
    }
    change((known) => takes[type](known, method));
    return true;
  }
  return {
    publishable_key: payments.publishable_key,
    holders,
    fields,
    onFunding: tellTypedFunding,
    entered: (type) => enteredOf(draft, type),
    enterAnother(type) {
      change((known) => ({ ...known, [type === 'paymentTypeAch' ? 'ach' : 'cc']: null }));
    },
    waiting,
    problemOf: (type) => (problem?.type === type ? problem.text : undefined),
    async submit(type) {
      if (enteredOf(draft, type)) return true;
      setProblem(undefined);
      setWaiting(undefined);
      if (!(await holders[type].trigger(undefined, { shouldFocus: true }))) return false;
      setBusy(m.contract_fields_saving());
      try {
        return await take(type, holders[type].getValues('name').trim());
      } catch (error) {
        setProblem({ type, text: whyNotEntered(error) });
        return 'told';
      } finally {
        setBusy(null);
      }
    },
  };
}
