import { useEffect, useRef } from 'react';
import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import { callForOne } from '#app/api/client.ts';
import { isAidOffered } from '#modules/pricing/financial-aid.ts';
import { aidBalanceLabel } from '#modules/pricing/price-texts.ts';
import { verifyFinancialAidCode } from '#modules/orders/orders.contract.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import * as moves from '#app/routes/contract/wizard/aid.ts';
import type { Aid } from '#app/routes/contract/wizard/aid.ts';
import { clearSiblingNumber } from '#app/routes/contract/wizard/transitions.ts';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';

/** Asks the server about the code; an answer to an older code than the one typed now is dropped. */
function useVerify(aid: Aid, setAid: (aid: Aid) => void): () => Promise<void> {
  const { draft, offer } = useWizard();
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
      const { awarded_amount } = await callForOne(verifyFinancialAidCode, {
        params: { period_program_id: offer.periodProgram?.id },
        body,
      });
      if (latest.current.code.trim() === code) setAid(moves.codeVerified(latest.current, awarded_amount));
    } catch (error) {
      if (latest.current.code.trim() === code) setAid(moves.verificationFailed(latest.current, error));
    }
  };
}

function AidForm({ hasTried }: { hasTried: boolean }) {
  const { aid, setAid, change, quote, priced } = useWizard();
  // A changed aid resets the sibling number, which it would overrule anyway (B8).
  const set = (next: Aid) => {
    setAid(next);
    change(clearSiblingNumber);
  };
  const verify = useVerify(aid, set);
  const maximum = quote?.subtotal_cents;
  const texts = moves.buttonTexts(aid);
  const balance = aid.isApplied ? priced?.later[0] : undefined;
  const codeBox = useRef<HTMLInputElement>(null);
  useEffect(() => codeBox.current?.focus(), []);
  return (
    <div className="grid gap-4" data-field="financial_aid">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          ref={codeBox}
          name="code"
          label={m.contract_aid_code()}
          required
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
          className="flex-1 basis-48"
          value={aid.code}
          error={aid.codeError}
          onChange={(event) => set(moves.typeCode(aid, event.target.value))}
        />
        {!aid.isCodeValid && (
          <Button look="secondary" busy={aid.isVerifying} onClick={() => void verify()}>
            {texts.verify}
          </Button>
        )}
      </div>
      {aid.isCodeValid && maximum !== undefined && (
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            name="amount"
            label={m.contract_aid_amount()}
            note={
              aid.awarded === null
                ? m.contract_aid_amount_note({ maximum: formatMoney(maximum) })
                : m.contract_aid_awarded()
            }
            required
            inputMode="decimal"
            autoComplete="off"
            className="flex-1 basis-48"
            value={aid.amount}
            readOnly={aid.awarded !== null}
            error={aid.amountError}
            onChange={(event) => set(moves.typeAmount(aid, event.target.value))}
          />
          <Button
            look="secondary"
            disabled={aid.isApplied}
            icon={aid.isApplied ? 'check' : undefined}
            onClick={() => set(moves.applyAid(aid, maximum))}
          >
            {texts.apply}
          </Button>
        </div>
      )}
      {balance && (
        <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
          <span>{aidBalanceLabel(balance.pay_on)}</span>
          <span className="figures">{formatMoney(balance.amount_cents)}</span>
        </p>
      )}
      {hasTried && moves.isAidPending(aid) && (
        <Notice tone="danger" role="alert">
          {m.contract_aid_not_applied()}
        </Notice>
      )}
      <Button look="quiet" className="-ml-5 justify-self-start" onClick={() => set(moves.noAid)}>
        {m.contract_aid_remove()}
      </Button>
    </div>
  );
}

/** Financial aid: a code, then the amount the family pays for the year (A1 to A7). */
export function AidSection({ hasTried }: { hasTried: boolean }) {
  const { aid, setAid, change, offer, quote } = useWizard();
  if (!quote || !isAidOffered(quote.subtotal_cents, Boolean(offer.periodProgram?.accept_financial_aid)))
    return null;
  return (
    <Card title={m.contract_aid_title()} aria-label={m.contract_aid_title()}>
      {aid.isOpen ? (
        <AidForm hasTried={hasTried} />
      ) : (
        <>
          <p className="mb-3 text-ink-soft">{m.contract_aid_intro()}</p>
          <Button
            look="secondary"
            onClick={() => {
              setAid(moves.openAid());
              change(clearSiblingNumber);
            }}
          >
            {m.contract_aid_open()}
          </Button>
        </>
      )}
    </Card>
  );
}
