import type { Draft } from './draft.ts';
import type { Offer } from './use-offer.ts';

type Acceptance = { kind: 'contract' | 'ach' | 'surge'; text_hash: string };

/** What the family has accepted, by the hash of the text that was shown (O4). */
export function acceptancesOf(draft: Draft, { periodProgram, route }: Pick<Offer, 'periodProgram' | 'route'>): Acceptance[] {
  const { payment_type, is_surge_accepted } = draft.program;
  const given: (Acceptance | null)[] = [
    draft.isAccepted && periodProgram ? { kind: 'contract', text_hash: periodProgram.contract_text_hash } : null,
    payment_type === 'paymentTypeAch' && periodProgram ? { kind: 'ach', text_hash: periodProgram.ach_terms_hash } : null,
    is_surge_accepted && route?.surge_pricing_text_hash ? { kind: 'surge', text_hash: route.surge_pricing_text_hash } : null,
  ];
  return given.filter((acceptance) => acceptance !== null);
}
