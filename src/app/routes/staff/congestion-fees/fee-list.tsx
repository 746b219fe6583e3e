import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { cents, formatMoney } from '#kit/money.ts';
import { formatDate } from '#kit/plain-date.ts';
import type { CongestionFee } from '#modules/billing/congestion-fees/congestion-fee.ts';
import {
  listCongestionFees,
  withdrawCongestionFee,
} from '#modules/orders/congestion-fees/congestion-fees.contract.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { itemsKey } from '#app/api/use-items.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { Button } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Money } from '#app/ui/money.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Table } from '#app/ui/table.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { routeText } from './new-fee.tsx';

const states: Record<CongestionFee['state'], (fee: CongestionFee) => string> = {
  announced: () => m.admin_fee_state_announced(),
  collecting: ({ paid, contracts, cancelled }) =>
    m.admin_fee_state_collecting({ paid, contracts: contracts - cancelled }),
  finished: ({ paid_cents }) => m.admin_fee_state_finished({ amount: formatMoney(cents(paid_cents)) }),
  withdrawn: () => m.admin_fee_state_withdrawn(),
};

const routeName = ({ route, program, school }: CongestionFee) =>
  routeText({ school, program, name: route.name });

function Withdraw({ fee }: { fee: CongestionFee }) {
  const [state, setState] = useState<'closed' | 'asking' | 'busy'>('closed');
  const [problem, setProblem] = useState('');
  const queries = useQueryClient();
  const say = useToast();
  const withdraw = async () => {
    setState('busy');
    try {
      await callForOne(withdrawCongestionFee, { params: { id: fee.id } });
      setState('closed');
      say(m.admin_fee_withdrawn());
    } catch (error) {
      setProblem(sentencesOf(error).join(' '));
      setState('asking');
    }
    await queries.invalidateQueries({ queryKey: itemsKey(listCongestionFees) });
  };
  return (
    <>
      <Button
        look="danger"
        size="small"
        aria-label={m.admin_fee_withdraw_of({ route: routeName(fee), day: formatDate(fee.charge_on) })}
        onClick={() => setState('asking')}
      >
        {m.admin_fee_withdraw()}
      </Button>
      <Dialog
        open={state !== 'closed'}
        onClose={() => setState('closed')}
        title={m.admin_fee_withdraw_title({ amount: formatMoney(cents(fee.amount_cents)) })}
        description={m.admin_fee_withdraw_text({ contracts: fee.contracts, day: formatDate(fee.charge_on) })}
        actions={
          <>
            <Button busy={state === 'busy'} onClick={() => void withdraw()}>
              {m.admin_fee_withdraw()}
            </Button>
            <Button look="secondary" onClick={() => setState('closed')}>
              {m.admin_cancel()}
            </Button>
          </>
        }
      >
        {problem && (
          <Notice tone="danger" role="alert">
            {problem}
          </Notice>
        )}
      </Dialog>
    </>
  );
}

function Days({ fee: { charge_on, last_charge_on } }: { fee: CongestionFee }) {
  return (
    <>
      <DateText date={charge_on} />
      {last_charge_on > charge_on && (
        <span className="block text-ink-soft">{m.admin_fee_until({ day: formatDate(last_charge_on) })}</span>
      )}
    </>
  );
}

function NotifiedFamilies({ fee }: { fee: CongestionFee }) {
  const timeText = useCompanyTime();
  return (
    <>
      <span className="figures block whitespace-nowrap">{timeText(fee.announced_at)}</span>
      <span className="block text-ink-soft">{fee.announced_by}</span>
    </>
  );
}

/** Every fee that was raised, the latest first, and where it stands. */
export function Fees({ fees }: { fees: readonly CongestionFee[] }) {
  return (
    <Table
      dense
      caption={m.admin_fee_list()}
      rows={fees}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'route',
          header: m.admin_fee_route(),
          narrow: 'title',
          cell: (fee) => (
            <span className="block py-1">
              <b className="block">{routeName(fee)}</b>
              <span className="block max-w-read wrap-anywhere text-ink-soft">{fee.reason}</span>
            </span>
          ),
        },
        { key: 'told', header: m.admin_fee_notified(), cell: (fee) => <NotifiedFamilies fee={fee} /> },
        {
          key: 'amount',
          header: m.admin_fee_amount(),
          numeric: true,
          cell: (fee) => <Money amount={cents(fee.amount_cents)} />,
        },
        {
          key: 'contracts',
          header: m.admin_fee_contracts_column(),
          numeric: true,
          cell: (fee) => fee.contracts,
        },
        { key: 'day', header: m.admin_fee_day(), cell: (fee) => <Days fee={fee} /> },
        {
          key: 'state',
          header: m.admin_fee_state(),
          cell: (fee) => (
            <>
              {states[fee.state](fee)}
              {fee.failed > 0 && <b className="block text-red">{m.admin_fee_failed({ n: fee.failed })}</b>}
            </>
          ),
        },
        {
          key: 'act',
          header: <span className="sr-only">{m.admin_fee_withdraw()}</span>,
          cell: (fee) => fee.state === 'announced' && <Withdraw fee={fee} />,
        },
      ]}
    />
  );
}
