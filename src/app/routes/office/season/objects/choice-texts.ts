import { m } from '#i18n/messages.js';

const CHOICE_TEXTS: Readonly<Record<string, () => string>> = {
  USD: m.office_choice_usd,
  '1': m.office_choice_cent,
  '100': m.office_choice_dollar,
  subtotal: m.office_choice_subtotal,
  charge: m.office_choice_charge,
  whole: m.office_choice_fee_whole,
  prorated: m.office_choice_fee_prorated,
  paymentTermTypeFull: m.office_choice_term_full,
  paymentTermTypeScheduled: m.office_choice_term_scheduled,
  paymentTypeCreditCard: m.office_choice_card,
  paymentTypeAch: m.office_choice_ach,
  paymentTypeCheck: m.office_choice_check,
  paymentTypeCash: m.office_choice_cash,
};

export const hasChoiceText = (value: string | number): boolean => Object.hasOwn(CHOICE_TEXTS, value);

/** A value of a choice in words; the value itself without words. */
export const choiceText = (value: string | number): string => CHOICE_TEXTS[value]?.() ?? String(value);
