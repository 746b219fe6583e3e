import { m } from '#i18n/messages.js';
import type { ProposedPart } from '#app/routes/contract/wizard/draft.ts';
import { isProposed } from '#app/routes/contract/wizard/proposal.ts';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';

/** Marks a value of the last contract, until the family changes the value (MP6). */
export function useProposedText(part: ProposedPart): string | undefined {
  const { draft, proposal } = useWizard();
  return proposal && isProposed(draft, proposal, part)
    ? m.contract_proposed({ year: proposal.year })
    : undefined;
}
