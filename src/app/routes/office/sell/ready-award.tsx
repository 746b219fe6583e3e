import { useEffect, useEffectEvent } from 'react';
import { useFormContext } from 'react-hook-form';
import { m } from '#i18n/messages.js';
import { centsFromDollars, formatMoney } from '#kit/money.ts';
import { readStudentAid } from '#modules/aid/aid.contract.ts';
import { useItems } from '#app/api/use-items.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { chosenAddons, settledAward, withAward, withoutAward, type Sale } from './sale.ts';

/** The award of a school for the student and the choice (OF7.4). */
function useReadyAward(sale: Sale, take: (changes: Partial<Sale>) => void) {
  const { student_id, route_id, payment_term_id } = sale;
  const isKnown = [student_id, route_id, payment_term_id].every(Boolean);
  const query = { route_id, payment_term_id, addon_ids: chosenAddons(sale).join(',') };
  const found = useItems(
    readStudentAid,
    { params: { id: student_id }, query },
    { enabled: isKnown, staleTime: 0 },
  );
  const ready = isKnown ? found.data?.[0] : undefined;
  const settle = useEffectEvent(() => take(settledAward(sale, ready)));
  const isAnswered = isKnown && found.isSuccess;
  const text = ready?.text;
  useEffect(() => {
    if (isAnswered) settle();
  }, [isAnswered, text, student_id]);
  return ready;
}

/** Nothing is typed: the award stands ready, and staff take it off or back. */
export function ReadyAward({ sale }: { sale: Sale }) {
  const { setValue } = useFormContext<Sale>();
  const take = (changes: Partial<Sale>) => {
    for (const [name, value] of Object.entries(changes)) setValue(name as keyof Sale, value);
  };
  const ready = useReadyAward(sale, take);
  if (!ready) return null;
  const { school, amount } = ready;
  const isTaken = sale.aid_code === ready.code;
  return (
    <div className="grid gap-2">
      <Notice tone="success" role="status">
        <p>{m.office_sell_award({ school, amount: formatMoney(centsFromDollars(amount)) })}</p>
        {isTaken && ready.waits && <p>{m.office_sell_award_waits()}</p>}
      </Notice>
      <Button
        look="quiet"
        className="-ml-5 justify-self-start"
        onClick={() => take(isTaken ? withoutAward(sale) : withAward(ready))}
      >
        {isTaken ? m.contract_award_without() : m.contract_award_use({ school })}
      </Button>
    </div>
  );
}
