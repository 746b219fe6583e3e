import { useEffect, useEffectEvent } from 'react';
import { readStudentAid } from '#modules/aid/aid.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import * as moves from '#app/routes/contract/wizard/aid.ts';
import type { Aid } from '#app/routes/contract/wizard/aid.ts';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';

/** The award of a school for the child and the selection; nothing is typed (OF7.4). */
export function useReadyAward() {
  const { aid, setAid, draft, offer, quoteWith } = useWizard();
  const { route, payment_term, addons, payment_type } = draft.program;
  const { id } = draft.student;
  const isKnown = id != null && route != null && payment_term != null;
  const found = useItems(
    readStudentAid,
    {
      params: { id: id ?? 0 },
      query: { route_id: route ?? 0, payment_term_id: payment_term ?? 0, addon_ids: addons.join(',') },
    },
    { enabled: isKnown && Boolean(offer.periodProgram?.accept_financial_aid), staleTime: 0 },
  );
  const ready = found.data?.[0];
  const isCostly = (asked: Aid) =>
    Boolean(moves.costOfDiscount(quoteWith(null), quoteWith(moves.askedAid(asked)), payment_type));
  const settle = useEffectEvent(() => setAid((known) => moves.settleAward(known, ready, isCostly)));
  const text = ready?.text;
  const { isSuccess } = found;
  useEffect(() => {
    if (isSuccess) settle();
  }, [isSuccess, text, aid.isDeclined, aid.isOpen]);
  return ready;
}
