import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { cents, formatMoney } from '#kit/money.ts';
import { formatDate } from '#kit/plain-date.ts';
import {
  PAID_FEES,
  type CongestionFee,
  type PaidFees,
} from '#modules/billing/congestion-fees/congestion-fee.ts';
import {
  listCongestionFees,
  withdrawCongestionFee,
} from '#modules/orders/congestion-fees/congestion-fees.contract.ts';
import { call } from '#app/api/client.ts';
import { itemsKey } from '#app/api/use-items.ts';
import { useAct } from '#app/forms/use-act.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { routeText } from './new-fee.tsx';

export const routeName = ({ route, program, school }: CongestionFee): string =>
  routeText({ school, program, name: route.name });

const doneTexts: Record<PaidFees, () => string> = {
  refund: m.office_fee_withdrawn_refunded,
  later: m.office_fee_withdrawn_later,
};

const choiceTexts: Record<PaidFees, (said: { total: string }) => string> = {
  refund: m.office_fee_withdraw_refund,
  later: m.office_fee_withdraw_later,
};

type Withdrawal = { isBusy: boolean; problem: string; withdraw: (paid: PaidFees | null) => Promise<void> };

function useWithdrawal(fee: CongestionFee, onDone: () => void): Withdrawal {
  const { isBusy, problem, act } = useAct();
  const queries = useQueryClient();
  const say = useToast();
  const withdraw = (paid: PaidFees | null) =>
    act(async () => {
      try {
        await call(withdrawCongestionFee, { params: { id: fee.id }, body: { paid } });
        onDone();
        say(paid ? doneTexts[paid]() : m.office_fee_withdrawn());
      } finally {
        void queries.invalidateQueries({ queryKey: itemsKey(listCongestionFees) });
      }
    });
  return { isBusy, problem, withdraw };
}

function Choices({ fee, isBusy, withdraw }: { fee: CongestionFee } & Omit<Withdrawal, 'problem'>) {
  if (fee.taken === 0)
    return (
      <Button busy={isBusy} onClick={() => void withdraw(null)}>
        {m.office_fee_withdraw()}
      </Button>
    );
  const total = formatMoney(cents(fee.taken_cents));
  return PAID_FEES.map((paid) => (
    <Button
      key={paid}
      look={paid === 'refund' ? undefined : 'secondary'}
      busy={isBusy}
      onClick={() => void withdraw(paid)}
    >
      {choiceTexts[paid]({ total })}
    </Button>
  ));
}

/** Staff are asked what becomes of the money of families that have paid (MC8). */
export function WithdrawFee({ fee }: { fee: CongestionFee }) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, problem, withdraw } = useWithdrawal(fee, () => setOpen(false));
  const day = formatDate(fee.charge_on);
  const total = formatMoney(cents(fee.taken_cents));
  return (
    <>
      <Button
        look="danger"
        size="small"
        aria-label={m.office_fee_withdraw_of({ route: routeName(fee), day })}
        onClick={() => setOpen(true)}
      >
        {m.office_fee_withdraw()}
      </Button>
      <Dialog
        open={isOpen}
        onClose={isBusy ? undefined : () => setOpen(false)}
        title={m.office_fee_withdraw_title({ amount: formatMoney(cents(fee.amount_cents)) })}
        description={m.office_fee_withdraw_text({ contracts: fee.contracts, day })}
        actions={
          <>
            <Choices fee={fee} isBusy={isBusy} withdraw={withdraw} />
            <Button look="secondary" disabled={isBusy} onClick={() => setOpen(false)}>
              {m.dashboard_cancel()}
            </Button>
          </>
        }
      >
        {fee.taken > 0 && <p>{m.office_fee_withdraw_taken({ n: fee.taken, total })}</p>}
        <ErrorNotice text={problem} />
      </Dialog>
    </>
  );
}
