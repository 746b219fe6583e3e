import type { Draft } from './draft.ts';

export const STEPS = ['terms', 'student', 'program', 'route', 'checkout'] as const;
export type Step = 0 | 1 | 2 | 3 | 4;
export const LAST_STEP: Step = 4;

export function stepFrom(query: string | null): Step {
  return query !== null && /^[0-4]$/.test(query) ? (Number(query) as Step) : 0;
}

/** An order with nothing due needs no method (W2). */
export function hasPayment({ program, cc, ach }: Draft): boolean {
  if (program.payment_type === 'paymentTypeNone' || program.payment_method !== null) return true;
  return program.payment_type === 'paymentTypeAch' ? ach !== null : cc !== null;
}

/**
 * The step to show for a requested step. Besides the specification's guards: no step after the contract
 * without an acceptance, and no Checkout without route and term, because typed or stored addresses could ask
 * for both. A surge text changed after the acceptance leads back (O4).
 * Source: contracts.md §2, W2
 */
export function allowedStep(asked: Step, draft: Draft, isAuthenticated: boolean): Step {
  const { program, student, isAccepted } = draft;
  if (asked > 0 && (program.id === null || !isAccepted || !isAuthenticated)) return 0;
  if (asked > 1 && student.first_name.trim() === '') return 1;
  if (
    asked > 3 &&
    (program.changed_text === 'surge' ||
      program.route === null ||
      program.payment_term === null ||
      !hasPayment(draft))
  )
    return 3;
  return asked;
}
