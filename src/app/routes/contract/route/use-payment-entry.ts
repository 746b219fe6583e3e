import { useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import type { PlainDate } from '#kit/plain-date.ts';
import { schemaResolver } from '#app/forms/schema-resolver.ts';
import { useUnsavedForm } from '#app/forms/unsaved-form.ts';
import type { Bank, Card } from '#modules/billing/methods/methods.contract.ts';
import { bankShape } from '#modules/billing/methods/methods.shapes.ts';
import { bankToForm, type BankValues } from '#app/payments/bank-form.ts';
import { cardResolver, cardToForm, type CardValues } from '#app/payments/card-form.ts';
import { isEntered, type Draft, type WizardPaymentType } from '#app/routes/contract/wizard/draft.ts';
import {
  clearLaterMethod,
  enterLaterBank,
  enterLaterCard,
  toggleLaterMethod,
} from '#app/routes/contract/wizard/later-payment.ts';
import {
  clearMethod,
  enterBank,
  enterCard,
  methodsOfType,
  toggleMethod,
  type OfferedMethod,
} from '#app/routes/contract/wizard/transitions.ts';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';
import { useHostedEntry, type HostedEntry } from './use-hosted-entry.ts';

/** The payments of an entry: today's payment, or later payments if nothing is due today. */
const TODAY = {
  chosenOf: ({ program }: Draft) => ({ type: program.payment_type, method: program.payment_method }),
  toggle: toggleMethod,
  clear: clearMethod,
  enterCard,
  enterBank,
};
export const LATER: typeof TODAY = {
  chosenOf: ({ program }) => ({ type: program.later_payment_type, method: program.later_payment_method }),
  toggle: toggleLaterMethod,
  clear: clearLaterMethod,
  enterCard: enterLaterCard,
  enterBank: enterLaterBank,
};

export type PaymentEntry = {
  readonly chosen: number | null;
  readonly toggle: (method: Pick<OfferedMethod, 'id' | 'type'>) => void;
  /** opens the saved methods with this one chosen */
  readonly choose: (method: Pick<OfferedMethod, 'id' | 'type'>) => void;
  readonly card: UseFormReturn<CardValues, unknown, Card>;
  readonly bank: UseFormReturn<BankValues, unknown, Bank>;
  readonly saved: (type: WizardPaymentType) => OfferedMethod[];
  readonly isNew: (type: WizardPaymentType) => boolean;
  readonly toggleNew: (type: WizardPaymentType) => void;
  readonly methodError?: string;
  readonly hosted: HostedEntry | undefined;
  /** false for missing input, `told` after a message in the processor's fields */
  readonly submit: () => Promise<boolean | 'told'>;
};

const holderOf = ({ student }: Draft) =>
  [student.guardian_1_first_name, student.guardian_1_last_name].filter(Boolean).join(' ');

function useBankForm({ ach, student }: Draft) {
  return useForm<BankValues, unknown, Bank>({
    mode: 'onBlur',
    resolver: schemaResolver(bankShape),
    defaultValues: bankToForm(isEntered(ach) ? null : ach, {
      first_name: student.guardian_1_first_name,
      last_name: student.guardian_1_last_name,
      email: student.guardian_1_email,
      phone: student.guardian_1_phone_mobile,
      address: student.address,
      city: student.city,
      state: student.state,
      zip: student.zip,
    }),
  });
}

function useCardForm(draft: Draft, today: PlainDate) {
  return useForm<CardValues, unknown, Card>({
    mode: 'onBlur',
    resolver: cardResolver(today),
    defaultValues: cardToForm(isEntered(draft.cc) ? null : draft.cc, holderOf(draft)),
  });
}

function useNumberForms(draft: Draft, today: PlainDate) {
  const card = useCardForm(draft, today);
  const bank = useBankForm(draft);
  const text = m.contract_leave_numbers();
  useUnsavedForm(card, { text });
  useUnsavedForm(bank, { text });
  return { card, bank };
}

type TypedEntry = { card: PaymentEntry['card']; bank: PaymentEntry['bank']; part: typeof TODAY };

/** Saves the typed card or account in the draft, if valid. */
async function enterTyped(
  type: 'paymentTypeCreditCard' | 'paymentTypeAch',
  { card, bank, part }: TypedEntry,
  change: (apply: (known: Draft) => Draft) => void,
): Promise<boolean> {
  let isTaken = false;
  const take = (enter: (known: Draft) => Draft) => {
    change(enter);
    isTaken = true;
  };
  if (type === 'paymentTypeCreditCard')
    await card.handleSubmit((values) => take((known) => part.enterCard(known, values)))();
  else await bank.handleSubmit((values) => take((known) => part.enterBank(known, values)))();
  return isTaken;
}

/** The forms of card and bank account, and the saved methods of each tab (contracts.md §4). */
export function usePaymentEntry(part = TODAY): PaymentEntry {
  const { draft, change, offer, school } = useWizard();
  const { type: chosenType, method: chosenId } = part.chosenOf(draft);
  const [wantsNew, setWantsNew] = useState({
    paymentTypeNone: false,
    paymentTypeCreditCard: draft.cc !== null,
    paymentTypeAch: draft.ach !== null,
  });
  const [hasTried, setTried] = useState(false);
  const { card, bank } = useNumberForms(draft, school.info.date);
  const hosted = useHostedEntry({
    holderName: holderOf(draft),
    takes: { paymentTypeCreditCard: part.enterCard, paymentTypeAch: part.enterBank },
  });
  const saved = (type: WizardPaymentType) => methodsOfType(offer.methods ?? [], type);
  const isNew = (type: WizardPaymentType) => wantsNew[type] || saved(type).length === 0;

  async function submit(): Promise<boolean | 'told'> {
    const type = chosenType;
    if (type === 'paymentTypeNone') return true;
    if (!isNew(type)) {
      setTried(true);
      return saved(type).some(({ id }) => id === chosenId);
    }
    if (hosted) return hosted.submit(type);
    return enterTyped(type, { card, bank, part }, change);
  }
  return {
    chosen: chosenId,
    toggle: (method) => change((known) => part.toggle(known, method)),
    choose(method) {
      setWantsNew({ ...wantsNew, [method.type]: false });
      change((known) => part.toggle(part.clear(known), method));
    },
    card,
    bank,
    saved,
    isNew,
    hosted,
    submit,
    toggleNew(type) {
      setWantsNew({ ...wantsNew, [type]: !wantsNew[type] });
      change(part.clear);
    },
    methodError:
      hasTried && chosenId === null ? m.server_field_required({ field: 'payment method' }) : undefined,
  };
}
