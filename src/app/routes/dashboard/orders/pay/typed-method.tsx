import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import type { Cents } from '#kit/money.ts';
import type { PlainDate } from '#kit/plain-date.ts';
import { bankMethodShape } from '#modules/billing/methods/methods.shapes.ts';
import type { Funding } from '#modules/billing/methods/funding.states.ts';
import type { ChargeWays } from '#modules/billing/pay-now/pay-now.contract.ts';
import type { DebitTerms } from '#modules/billing/methods/change-methods.contract.ts';
import type { User } from '#modules/accounts/accounts.contract.ts';
import { Form } from '#app/forms/form.tsx';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { BankFields } from '#app/payments/bank-fields.tsx';
import { bankToForm } from '#app/payments/bank-form.ts';
import { CardFeeNote } from '#app/payments/card-fee-note.tsx';
import { CardFields } from '#app/payments/card-fields.tsx';
import { cardResolver, cardToForm } from '#app/payments/card-form.ts';
import { forMethodForm, withTerms } from '#app/routes/dashboard/payment-methods/create/method-form.ts';
import { fullName } from '#kit/text/full-name.ts';
import { DebitTermsPart, acceptancesOf } from './debit-terms-part.tsx';
import { newCardTotal } from './new-card-total.ts';
import { PayButton, type Pressed } from './pay-button.tsx';
import type { PayBody } from './use-pay.ts';

export type NewMethodProps = {
  total_cents: Cents;
  pressed: Pressed;
  user: Pick<User, 'first_name' | 'last_name' | 'email'> | undefined;
  pay: (body: PayBody) => Promise<boolean>;
};

const nameOf = (user: NewMethodProps['user']) => fullName({ first_name: '', last_name: '', ...user });

async function underFields(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    throw forMethodForm(error);
  }
}

type TypedCardProps = Omit<NewMethodProps, 'total_cents'> & { charge: ChargeWays; today: PlainDate };

export function TypedCard({ today, charge, pressed, user, pay }: TypedCardProps) {
  const [funding, setFunding] = useState<Funding | null>(null);
  const total_cents = newCardTotal(charge, funding);
  const form = useForm({
    mode: 'onBlur',
    resolver: cardResolver(today),
    defaultValues: cardToForm(null, nameOf(user)),
  });
  return (
    <Form
      form={form}
      label={m.contract_pay_new_card()}
      className="grid gap-5"
      onSubmit={(cc) => underFields(pay({ cc, total_cents }))}
    >
      <CardFeeNote funding={funding} />
      <CardFields today={today} onFunding={setFunding} />
      <p className="text-sm text-ink-soft">{m.contract_pay_saved_with_it()}</p>
      <PayButton total_cents={total_cents} {...pressed} />
    </Form>
  );
}

export function TypedBank({
  terms,
  total_cents,
  pressed,
  user,
  pay,
}: NewMethodProps & { terms: DebitTerms | undefined }) {
  const { first_name, last_name, email } = user ?? {};
  const form = useForm({
    mode: 'onBlur',
    resolver: withTerms(schemaResolver(bankMethodShape)),
    defaultValues: { ...bankToForm(null, { first_name, last_name, email }), ach_terms: false },
  });
  return (
    <Form
      form={form}
      label={m.contract_pay_new_bank()}
      className="grid gap-5"
      onSubmit={(ach) => underFields(pay({ ach, total_cents, acceptances: acceptancesOf(terms) }))}
    >
      <BankFields isPhoneOptional />
      <DebitTermsPart terms={terms} />
      <p className="text-sm text-ink-soft">{m.contract_pay_saved_with_it()}</p>
      <PayButton total_cents={total_cents} {...pressed} />
    </Form>
  );
}
