import { useEffect, useEffectEvent, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { readStudentAid } from '#modules/aid/aid.contract.ts';
import { verifyFinancialAidCode } from '#modules/orders/discounts/check-codes.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { itemsKey, useItems } from '#app/api/use-items.ts';
import * as moves from '#app/routes/contract/wizard/aid.ts';
import type { Aid } from '#app/routes/contract/wizard/aid.ts';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';

/** Verifies the typed code; the answer for an older code is dropped. */
export function useVerify(aid: Aid, setAid: (aid: Aid) => void): () => Promise<void> {
  const { draft, offer } = useWizard();
  const queries = useQueryClient();
  const latest = useRef(aid);
  useEffect(() => {
    latest.current = aid;
  }, [aid]);
  return async () => {
    const code = aid.code.trim();
    const codeError = moves.codeProblem(code);
    if (codeError) {
      setAid({ ...aid, codeError });
      return;
    }
    setAid(moves.startVerifying(aid));
    const body = { code, student_id: draft.student.id };
    try {
      const found = await callForOne(verifyFinancialAidCode, {
        params: { period_program_id: offer.periodProgram?.id },
        body,
      });
      if (found.is_award) {
        // The award is the child's now, and stands ready with the sum of the selection (OF7.5).
        setAid(moves.noAid);
        await queries.invalidateQueries({ queryKey: itemsKey(readStudentAid) });
        return;
      }
      const asks = { least: found.least_amount, waits: found.needs_confirmation };
      if (latest.current.code.trim() === code)
        setAid(moves.codeVerified(latest.current, found.awarded_amount, asks));
    } catch (error) {
      if (latest.current.code.trim() === code) setAid(moves.verificationFailed(latest.current, error));
    }
  };
}

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
