import { z } from 'zod';
import type { Bank, Card } from '#modules/billing/methods/methods.contract.ts';
const id = z.number().int().positive().nullable().default(null);
const text = z.string().default('');

/** Everything of the student form as it is typed; the photo is kept beside it, in memory only. */
const studentDraftShape = z.object({
  id,
  first_name: text,
  last_name: text,
  sex: text,
  date_of_birth: text,
  email: text,
  phone_home: text,
  phone_mobile: text,
  has_medical_concerns: z.boolean().default(false),
  medical_concerns: text,
  can_exit_bus_alone: z.boolean().default(false),
  address_id: id,
  address: text,
  apt: text,
  city: text,
  state: text,
  zip: text,
  guardian_1_first_name: text,
  guardian_1_last_name: text,
  guardian_1_phone_mobile: text,
  guardian_1_email: text,
  guardian_2_first_name: text,
  guardian_2_last_name: text,
  guardian_2_phone_mobile: text,
  guardian_2_email: text,
  is_split_custody: z.boolean().default(false),
  second_address: text,
  custody_notes: text,
});

const WIZARD_PAYMENT_TYPES = ['paymentTypeNone', 'paymentTypeCreditCard', 'paymentTypeAch'] as const;
export type WizardPaymentType = (typeof WIZARD_PAYMENT_TYPES)[number];

const programDraftShape = z.object({
  id,
  payment_type: z.enum(WIZARD_PAYMENT_TYPES).default('paymentTypeCreditCard'),
  /** false until the family or a saved method has decided: until then the default may still move (W1) */
  is_payment_type_chosen: z.boolean().default(false),
  payment_method: id,
  payment_term: id,
  payment_term_type_id: id,
  route: id,
  addons: z.array(z.number().int().positive()).default([]),
  grade_id: id,
  pickup_north: text,
  pickup_cross: text,
  special_request: text,
  second_student_contract_number: text,
  has_valid_second_student_contract_number: z.boolean().default(false),
  is_surge_accepted: z.boolean().default(false),
  /** the texts that were accepted, by their hashes (O4) */
  accepted_contract_hash: z.string().nullable().default(null),
  accepted_surge_hash: z.string().nullable().default(null),
  /** a text that changed after it was accepted, until it is accepted again */
  changed_text: z.enum(['contract', 'surge']).nullable().default(null),
});

const storedShape = z.object({
  program: programDraftShape,
  isAccepted: z.boolean().default(false),
  student: studentDraftShape,
});

export type StudentDraft = z.output<typeof studentDraftShape>;
export type ProgramDraft = z.output<typeof programDraftShape>;

/**
 * What a family has filled in so far (contracts.md §3). Card and bank data live here until the tab is
 * reloaded and are never written down.
 */
export type Draft = z.output<typeof storedShape> & { readonly cc: Card | null; readonly ach: Bank | null };

export function emptyDraft(): Draft {
  return { ...storedShape.parse({ program: {}, student: {} }), cc: null, ach: null };
}

export const emptyStudent = (): StudentDraft => studentDraftShape.parse({});
export const emptyProgram = (): ProgramDraft => programDraftShape.parse({});

/**
 * The text for session storage: without the photo, card and bank data, which the shape does not know
 * (contracts.md §3).
 */
export function writeDraft(draft: Draft): string {
  return JSON.stringify(storedShape.parse(draft));
}

export type ReadDraft = { draft: Draft; isUnreadable: boolean };

/**
 * Reads what session storage holds.
 * @returns an empty draft when there is none; the same with `isUnreadable` when it can't be understood
 */
export function readDraft(stored: string | null): ReadDraft {
  if (stored === null) return { draft: emptyDraft(), isUnreadable: false };
  try {
    return { draft: { ...storedShape.parse(JSON.parse(stored)), cc: null, ach: null }, isUnreadable: false };
  } catch {
    return { draft: emptyDraft(), isUnreadable: true };
  }
}
