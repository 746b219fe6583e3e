import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { m } from '#i18n/messages.js';
import { personName } from '#kit/rules/fields.ts';
import { fullName } from '#kit/text/full-name.ts';
import type { DebitTerms } from '#modules/billing/methods/change-methods.contract.ts';
import { claimMethodEntry, type EnteredMethod } from '#modules/billing/methods/entries/entries.contract.ts';
import type { Funding } from '#modules/billing/methods/funding.states.ts';
import type { ChargeWays } from '#modules/billing/pay-now/pay-now.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { CardFeeNote } from '#app/payments/card-fee-note.tsx';
import type { FieldsHandle } from '#app/payments/hosted/hosted-fields.tsx';
import { ProcessorFields } from '#app/payments/hosted/processor-fields.tsx';
import { withTerms } from '#app/routes/dashboard/payment-methods/create/method-form.ts';
import { acceptancesOf, DebitTermsPart } from './debit-terms-part.tsx';
import { newCardTotal } from './new-card-total.ts';
import { PayButton } from './pay-button.tsx';
import type { NewMethodProps } from './typed-method.tsx';

type HostedProps = Omit<NewMethodProps, 'total_cents'> & {
  charge: ChargeWays;
  publishable_key: string;
  program_group_id: number;
};

const nameResolver = schemaResolver(z.object({ name: personName() }));

function useEntered({ user, program_group_id }: Pick<HostedProps, 'user' | 'program_group_id'>) {
  const fields = useRef<FieldsHandle>(null);
  const [waiting, setWaiting] = useState<EnteredMethod>();
  async function enter(name: string): Promise<string | undefined> {
    setWaiting(undefined);
    const holder = { name: name.trim(), email: user?.email ?? '' };
    const entered = await fields.current?.enter(program_group_id, holder);
    if (!entered) return undefined;
    const method = await callForOne(claimMethodEntry, { params: { entry_id: entered.entry_id } });
    if (method.state === 'ready') return entered.token;
    setWaiting(method);
    return undefined;
  }
  return { fields, waiting, enter, close: () => fields.current?.close() };
}

const holderName = (user: HostedProps['user']) => fullName({ first_name: '', last_name: '', ...user });

/** The price follows the kind of the typed card. */
export function HostedCard({ charge, publishable_key, pressed, pay, ...of }: HostedProps) {
  const [funding, setFunding] = useState<Funding | null>(null);
  const { fields, enter, close } = useEntered(of);
  const form = useForm({
    mode: 'onBlur',
    resolver: nameResolver,
    defaultValues: { name: holderName(of.user) },
  });
  const total_cents = newCardTotal(charge, funding);
  return (
    <Form
      form={form}
      label={m.contract_pay_new_card()}
      className="grid gap-5"
      onSubmit={async ({ name }) => {
        const token = await enter(name);
        if (token && (await pay({ cc: { token }, total_cents }))) close();
      }}
    >
      <CardFeeNote funding={funding} />
      <ProcessorFields
        ref={fields}
        kind="card"
        publishable_key={publishable_key}
        onFunding={setFunding}
        hasWallets
      />
      <p className="text-sm text-ink-soft">{m.contract_pay_saved_with_it()}</p>
      <PayButton total_cents={total_cents} {...pressed} busy={pressed.busy || form.formState.isSubmitting} />
    </Form>
  );
}

export function HostedBank({
  charge,
  publishable_key,
  pressed,
  pay,
  terms,
  ...of
}: HostedProps & { terms: DebitTerms | undefined }) {
  const { fields, waiting, enter, close } = useEntered(of);
  const form = useForm({
    mode: 'onBlur',
    resolver: withTerms(nameResolver),
    defaultValues: { name: holderName(of.user), ach_terms: false },
  });
  const total_cents = charge.new_ways.bank;
  return (
    <Form
      form={form}
      label={m.contract_pay_new_bank()}
      className="grid gap-5"
      onSubmit={async ({ name }) => {
        const token = await enter(name);
        const acceptances = acceptancesOf(terms);
        if (token && (await pay({ ach: { token }, total_cents, acceptances }))) close();
      }}
    >
      <ProcessorFields ref={fields} kind="bank" publishable_key={publishable_key} waiting={waiting} />
      <DebitTermsPart terms={terms} />
      <p className="text-sm text-ink-soft">{m.contract_pay_saved_with_it()}</p>
      <PayButton total_cents={total_cents} {...pressed} busy={pressed.busy || form.formState.isSubmitting} />
    </Form>
  );
}
