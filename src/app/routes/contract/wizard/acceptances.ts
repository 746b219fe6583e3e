import type { Draft } from './draft.ts';
import { wayOfOrder } from './later-payment.ts';
import type { Offer } from './use-offer.ts';

type Acceptance = { kind: 'contract' | 'ach' | 'surge'; text_hash: string };

/** Each acceptance carries the hash of the text on the screen (O4). */
export function acceptancesOf(draft: Draft, { periodProgram }: Pick<Offer, 'periodProgram'>): Acceptance[] {
  const { program } = draft;
  const given: (Acceptance | null)[] = [
    program.accepted_contract_hash === null
      ? null
      : { kind: 'contract', text_hash: program.accepted_contract_hash },
    // The box of the ACH terms is on the same screen and empties after a change.
    wayOfOrder(draft).type === 'paymentTypeAch' && periodProgram
      ? { kind: 'ach', text_hash: periodProgram.ach_terms_hash }
      : null,
    program.accepted_surge_hash === null ? null : { kind: 'surge', text_hash: program.accepted_surge_hash },
  ];
  return given.filter((acceptance) => acceptance !== null);
}

/** The hashes of the texts on the screen: undefined while loading, null without a text. */
export type ShownTexts = { readonly contract: string | undefined; readonly surge: string | null | undefined };

function settleContract(draft: Draft, shown: string | undefined): Draft {
  const { isAccepted, program } = draft;
  const { accepted_contract_hash: accepted, changed_text } = program;
  const settled = (hash: string | null, changed: typeof changed_text): Draft => ({
    ...draft,
    isAccepted: hash !== null,
    program: { ...program, accepted_contract_hash: hash, changed_text: changed },
  });
  if (!isAccepted) return accepted === null ? draft : settled(null, changed_text);
  if (shown === undefined || accepted === shown) return draft;
  return accepted === null
    ? settled(shown, changed_text === 'contract' ? null : changed_text)
    : settled(null, 'contract');
}

function settleSurge(draft: Draft, shown: string | null | undefined): Draft {
  const { is_surge_accepted, accepted_surge_hash: accepted, changed_text } = draft.program;
  const settled = (hash: string | null, changed: typeof changed_text): Draft => ({
    ...draft,
    program: {
      ...draft.program,
      is_surge_accepted: hash !== null,
      accepted_surge_hash: hash,
      changed_text: changed,
    },
  });
  if (!is_surge_accepted) return accepted === null ? draft : settled(null, changed_text);
  if (!shown || accepted === shown) return draft;
  return accepted === null
    ? settled(shown, changed_text === 'surge' ? null : changed_text)
    : settled(null, 'surge');
}

/**
 * Ties each acceptance to the text on the screen. A text changed after the acceptance is no longer accepted,
 * and the draft names the text (O4).
 */
export function settleAcceptances(draft: Draft, { contract, surge }: ShownTexts): Draft {
  return settleSurge(settleContract(draft, contract), surge);
}
