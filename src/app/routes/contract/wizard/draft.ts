import { z } from 'zod';
import type { EnteredMethod } from '#modules/billing/methods/entries/entries.contract.ts';
import type { Bank, Card } from '#modules/billing/methods/methods.contract.ts';
import { blankStudent } from '#app/students/student-form.ts';

const id = z.number().int().positive().nullable().default(null);
const text = z.string().default('');
const box = z.boolean().default(false);

type Blank = typeof blankStudent;
type DraftField<B> = B extends boolean ? typeof box : B extends string ? typeof text : typeof id;

/** The typed fields of the student; the photo stays in memory. */
const studentDraftShape = z.object({
  id,
  ...(Object.fromEntries(
    Object.entries(blankStudent).map(([name, blank]) => [
      name,
      blank === null ? id : typeof blank === 'boolean' ? box : text,
    ]),
  ) as { [F in keyof Blank]: DraftField<Blank[F]> }),
});

const WIZARD_PAYMENT_TYPES = ['paymentTypeNone', 'paymentTypeCreditCard', 'paymentTypeAch'] as const;
export type WizardPaymentType = (typeof WIZARD_PAYMENT_TYPES)[number];

const PROPOSED_PARTS = ['program', 'grade', 'route', 'pickup'] as const;
export type ProposedPart = (typeof PROPOSED_PARTS)[number];

const programDraftShape = z.object({
  id,
  payment_type: z.enum(WIZARD_PAYMENT_TYPES).default('paymentTypeCreditCard'),
  /** false before a choice of the family or a saved method; until then the default may move (W1) */
  is_payment_type_chosen: box,
  payment_method: id,
  /** the choice for later payments without an amount due today (MB11) */
  later_payment_type: z.enum(WIZARD_PAYMENT_TYPES).default('paymentTypeNone'),
  later_payment_method: id,
  /** today's method pays later too, in place of the default method (MP1) */
  is_for_later: box,
  payment_term: id,
  payment_term_type_id: id,
  route: id,
  addons: z.array(z.number().int().positive()).default([]),
  grade_id: id,
  pickup_north: text,
  pickup_cross: text,
  special_request: text,
  second_student_contract_number: text,
  has_valid_second_student_contract_number: box,
  is_surge_accepted: box,
  /** the accepted texts, by hash (O4) */
  accepted_contract_hash: z.string().nullable().default(null),
  accepted_surge_hash: z.string().nullable().default(null),
  /** the name of an ended term, until another choice */
  ended_term: z.string().nullable().default(null),
  /** a text changed after the acceptance, until accepted again */
  changed_text: z.enum(['contract', 'surge']).nullable().default(null),
  /** filled from the last contract of this child, and not by the family (MP6) */
  proposed: z
    .object({
      student_id: z.number().int(),
      parts: z.array(z.enum(PROPOSED_PARTS)),
      route: id,
    })
    .nullable()
    .default(null),
});

const storedShape = z.object({
  program: programDraftShape,
  isAccepted: box,
  student: studentDraftShape,
  /** the registered student behind the form, with the version */
  student_seen: z.object({ version: z.number().int(), values: studentDraftShape }).nullable().default(null),
});

export type StudentDraft = z.output<typeof studentDraftShape>;
export type ProgramDraft = z.output<typeof programDraftShape>;

/**
 * The family's entries so far (contracts.md §3). Card and bank data stay in memory until a reload and are
 * never stored; data of the processor's fields never come here.
 */
export type Draft = z.output<typeof storedShape> & {
  readonly cc: Card | EnteredMethod | null;
  readonly ach: Bank | EnteredMethod | null;
};

/** Entered in the processor's own fields; only facts from the processor are known (S20). */
export const isEntered = (method: Card | Bank | EnteredMethod | null): method is EnteredMethod =>
  method !== null && 'ident' in method;

export function emptyDraft(): Draft {
  return { ...storedShape.parse({ program: {}, student: {} }), cc: null, ach: null };
}

export const emptyStudent = (): StudentDraft => studentDraftShape.parse({});
export const emptyProgram = (): ProgramDraft => programDraftShape.parse({});

/** Without photo, card and bank data (contracts.md §3). */
export function writeDraft(draft: Draft): string {
  return JSON.stringify(storedShape.parse(draft));
}

export type ReadDraft = { draft: Draft; isUnreadable: boolean };

/** @returns an empty draft for nothing stored; `isUnreadable` for a damaged text */
export function readDraft(stored: string | null): ReadDraft {
  if (stored === null) return { draft: emptyDraft(), isUnreadable: false };
  try {
    return { draft: { ...storedShape.parse(JSON.parse(stored)), cc: null, ach: null }, isUnreadable: false };
  } catch {
    return { draft: emptyDraft(), isUnreadable: true };
  }
}
