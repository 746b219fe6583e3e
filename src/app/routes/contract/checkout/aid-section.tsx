import { useEffect, useRef, useState } from 'react';
import { m } from '#i18n/messages.js';
import { formatMoney, type Cents } from '#kit/money.ts';
import { afterPointerUp } from '#app/forms/fields.tsx';
import { isAidOffered } from '#modules/pricing/financial-aid.ts';
import { aidBalanceLabel } from '#modules/pricing/price-texts.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ErrorNotice, Notice } from '#app/ui/notice.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import * as moves from '#app/routes/contract/wizard/aid.ts';
import type { Aid } from '#app/routes/contract/wizard/aid.ts';
import { dropUncheckedNumber } from '#app/routes/contract/wizard/transitions.ts';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';
import { useReadyAward, useVerify } from './aid-calls.ts';

function amountNote(aid: Aid, maximum: Cents): string {
  return aid.least === null
    ? m.contract_aid_amount_note({ maximum: formatMoney(maximum) })
    : m.contract_aid_amount_note_least({
        least: formatMoney(moves.leastOf(aid)),
        maximum: formatMoney(maximum),
      });
}

type AidFormProps = { hasTried: boolean; set: (aid: Aid) => void; onRemove: () => void };

function AidCode({ set }: { set: (aid: Aid) => void }) {
  const { aid, setAid } = useWizard();
  const verify = useVerify(aid, set);
  const codeBox = useRef<HTMLInputElement>(null);
  useEffect(() => codeBox.current?.focus(), []);
  return (
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
        onBlur={() => afterPointerUp(() => setAid(moves.leaveCode))}
      />
      {!aid.isCodeValid && (
        <Button look="secondary" busy={aid.isVerifying} onClick={() => void verify()}>
          {moves.buttonTexts(aid).verify}
        </Button>
      )}
    </div>
  );
}

function AidAmount({ maximum, set }: { maximum: Cents; set: (aid: Aid) => void }) {
  const { aid, setAid, draft, quoteWith } = useWizard();
  function apply(): void {
    const asked = moves.askToApply(aid, maximum);
    const after = quoteWith(moves.askedAid(asked));
    const isCostly =
      asked.isAsked && moves.costOfDiscount(quoteWith(null), after, draft.program.payment_type);
    set(isCostly ? asked : moves.applyAid(aid, maximum));
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextField
        name="amount"
        label={m.contract_aid_amount()}
        note={aid.awarded === null ? amountNote(aid, maximum) : m.contract_aid_awarded()}
        required
        inputMode="decimal"
        autoComplete="off"
        className="flex-1 basis-48"
        value={aid.amount}
        readOnly={aid.awarded !== null}
        error={aid.amountError}
        onChange={(event) => set(moves.typeAmount(aid, event.target.value))}
        onBlur={() => afterPointerUp(() => setAid((known) => moves.leaveAmount(known, maximum)))}
      />
      <Button
        look="secondary"
        disabled={aid.isApplied}
        icon={aid.isApplied ? 'check' : undefined}
        onClick={apply}
      >
        {moves.buttonTexts(aid).apply}
      </Button>
    </div>
  );
}

function AidForm({ hasTried, set, onRemove }: AidFormProps) {
  const { aid, quote, priced, quoteWith } = useWizard();
  const hasDiscount = (quoteWith(null)?.discount_cents ?? 0) > 0;
  const maximum = quote?.subtotal_cents;
  const balance = aid.isApplied ? priced?.later[0] : undefined;
  return (
    <div className="grid gap-4" data-field="financial_aid">
      <AidCode set={set} />
      {aid.isCodeValid && maximum !== undefined && <AidAmount maximum={maximum} set={set} />}
      {aid.isCodeValid && aid.waits && <p>{m.contract_aid_code_waits()}</p>}
      {balance && (
        <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
          <span>{aidBalanceLabel(balance.pay_on)}</span>
          <span className="figures">{formatMoney(balance.amount_cents)}</span>
        </p>
      )}
      {maximum !== undefined && <DiscountQuestion maximum={maximum} set={set} onRemove={onRemove} />}
      {aid.isApplied && hasDiscount && <p className="text-ink-soft">{m.contract_aid_discount_returns()}</p>}
      <ErrorNotice text={hasTried && moves.isAidPending(aid) && m.contract_aid_not_applied()} />
      <Button look="quiet" className="-ml-5 justify-self-start" onClick={onRemove}>
        {m.contract_aid_remove()}
      </Button>
    </div>
  );
}

type DiscountQuestionProps = { maximum: Cents; set: (aid: Aid) => void; onRemove: () => void };

function DiscountCost({ cost }: { cost: moves.DiscountCost }) {
  return (
    <>
      <p>{m.contract_aid_discount_lost({ discount: formatMoney(cost.discount) })}</p>
      <p>
        <span>
          {m.contract_aid_discount_today({
            before: formatMoney(cost.today.before),
            after: formatMoney(cost.today.after),
          })}
        </span>{' '}
        <span>
          {m.contract_aid_discount_year({
            before: formatMoney(cost.year.before),
            after: formatMoney(cost.year.after),
          })}
        </span>
      </p>
      {cost.needsMethod && <p>{m.contract_aid_discount_method()}</p>}
    </>
  );
}

/** The value of the sibling discount beside the cost of aid, before the family gives up the discount (B8). */
function DiscountQuestion({ maximum, set, onRemove }: DiscountQuestionProps) {
  const { aid, draft, goTo, quoteWith } = useWizard();
  const asked = moves.askedAid(aid);
  const cost = asked && moves.costOfDiscount(quoteWith(null), quoteWith(asked), draft.program.payment_type);
  if (!cost) return null;
  return (
    <Notice tone="warning" role="alert" title={m.contract_aid_discount_title()}>
      <DiscountCost cost={cost} />
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          look="secondary"
          onClick={() => {
            set(moves.applyAid(aid, maximum));
            // Checkout needs a payment method now; the button above announces the way to step 3.
            if (cost.needsMethod) goTo(3);
          }}
        >
          {cost.needsMethod ? m.contract_aid_discount_apply_method() : m.contract_aid_discount_apply()}
        </Button>
        <Button look="quiet" onClick={onRemove}>
          {m.contract_aid_discount_keep()}
        </Button>
      </div>
    </Notice>
  );
}

function AidOffer({ hasDiscountBack, onOpen }: { hasDiscountBack: boolean; onOpen: () => void }) {
  const discount = useWizard().quote?.discount_cents;
  return (
    <>
      {hasDiscountBack && discount !== undefined && discount > 0 && (
        <Notice tone="success" role="status" className="mb-3">
          {m.contract_aid_discount_back({ discount: formatMoney(discount) })}
        </Notice>
      )}
      <p className="mb-3 text-ink-soft">{m.contract_aid_intro()}</p>
      <Button look="secondary" onClick={onOpen}>
        {m.contract_aid_open()}
      </Button>
    </>
  );
}

function AwardForm({ award, set }: { award: string; set: (aid: Aid) => void }) {
  const { aid, quote, priced } = useWizard();
  const balance = aid.isApplied ? priced?.later[0] : undefined;
  const withoutAid = () => set(moves.signWithoutAid());
  return (
    <div className="grid gap-4" data-field="financial_aid">
      <Notice tone="success" role="status">
        {award}
      </Notice>
      {aid.waits && <p>{m.contract_aid_code_waits()}</p>}
      {balance && (
        <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
          <span>{aidBalanceLabel(balance.pay_on)}</span>
          <span className="figures">{formatMoney(balance.amount_cents)}</span>
        </p>
      )}
      {quote && <DiscountQuestion maximum={quote.subtotal_cents} set={set} onRemove={withoutAid} />}
      <Button look="quiet" className="-ml-5 justify-self-start" onClick={withoutAid}>
        {m.contract_award_without()}
      </Button>
    </div>
  );
}

/** Financial aid: a code, then the amount the family pays for the year (A1 to A7). */
export function AidSection({ hasTried }: { hasTried: boolean }) {
  const { aid, setAid, change, offer, quote } = useWizard();
  const ready = useReadyAward();
  const [hasDiscountBack, setDiscountBack] = useState(false);
  const set = (next: Aid) => {
    setAid(next);
    change(dropUncheckedNumber);
  };
  if (!quote || !isAidOffered(quote.subtotal_cents, Boolean(offer.periodProgram?.accept_financial_aid)))
    return null;
  const wasApplied = aid.isApplied;
  return (
    <Card title={m.contract_aid_title()} aria-label={m.contract_aid_title()}>
      {aid.award !== undefined && <AwardForm award={aid.award} set={set} />}
      {aid.isDeclined && ready && (
        <Button look="secondary" className="mb-3" onClick={() => set(moves.noAid)}>
          {m.contract_award_use({ school: ready.school })}
        </Button>
      )}
      {aid.award === undefined && aid.isOpen && (
        <AidForm
          hasTried={hasTried}
          set={set}
          onRemove={() => {
            setDiscountBack(wasApplied);
            set(moves.noAid);
          }}
        />
      )}
      {aid.award === undefined && !aid.isOpen && (
        <AidOffer hasDiscountBack={hasDiscountBack} onOpen={() => set(moves.openAid())} />
      )}
    </Card>
  );
}
