import type { FamilyInWizard } from '#tests/support/browser/wizard/prepared-draft.ts';
import { aPdf } from '#tests/support/app/paper.ts';

export const aScannedPaper = (pages = 2) => ({
  name: 'scan.pdf',
  mimeType: 'application/pdf',
  buffer: aPdf(pages),
});

export type Printed = { id: number; code: string; due_cents: number; route: string };

/** Prints the contract of the family's draft, as the wizard does. */
export async function printDraft({ call, student_id, draft }: FamilyInWizard): Promise<Printed> {
  const { id, grade_id, route, payment_term, payment_term_type_id, addons } = draft.program;
  const [printed] = await call('POST', '/printed-contract', {
    contract: {
      program_id: id,
      student_id,
      route_id: route,
      payment_term_id: payment_term,
      payment_term_type_id,
      addon_ids: addons,
      grade_id,
    },
  });
  return printed;
}
