import { m } from '#i18n/messages.js';
import { milliPercent, toPercent } from '#kit/money.ts';
import type { Answered } from '#kit/endpoint/endpoint.ts';
import type { RateLevel, ReturnClass } from '#modules/billing/payments/return-rates.ts';
import { listReturnRates } from '#modules/billing/worklist/worklist.contract.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { classNames } from '#app/ui/class-names.ts';
import { Table, type Column } from '#app/ui/table.tsx';

type Rate = Answered<typeof listReturnRates>[number];

export const returnClassTexts: Record<ReturnClass, () => string> = {
  unauthorized: m.office_returns_unauthorized,
  administrative: m.office_returns_administrative,
  all: m.office_returns_all,
};

const levels: Record<RateLevel, { text: () => string; look: string }> = {
  well: { text: m.office_returns_well, look: 'text-ink-soft' },
  near: { text: m.office_returns_near, look: 'font-bold text-amber' },
  over: { text: m.office_returns_over, look: 'font-bold text-red' },
};

const percentText = (rate: number) =>
  m.office_returns_percent({ percent: toPercent(milliPercent(rate)).toLocaleString('en-US') });

const columns: readonly Column<Rate>[] = [
  {
    key: 'class',
    header: m.office_returns_class(),
    narrow: 'title',
    cell: (rate) => <b>{returnClassTexts[rate.class]()}</b>,
  },
  { key: 'returned', header: m.office_returns_count(), numeric: true, cell: ({ returned }) => returned },
  { key: 'debits', header: m.office_returns_debits(), numeric: true, cell: ({ debits }) => debits },
  { key: 'rate', header: m.office_returns_rate(), numeric: true, cell: ({ rate }) => percentText(rate) },
  {
    key: 'ceiling',
    header: m.office_returns_ceiling(),
    numeric: true,
    cell: ({ ceiling }) => percentText(ceiling),
  },
  {
    key: 'level',
    header: m.office_returns_level(),
    cell: ({ level }) => (
      <span className={classNames('whitespace-nowrap', levels[level].look)}>{levels[level].text()}</span>
    ),
  },
];

/** Returned debits beside the limits of the bank network (S24.5). */
export function ReturnRates() {
  const rates = useItems(listReturnRates, {});
  return (
    <section className="mt-10">
      <h2 className="text-lg font-bold">{m.office_returns_heading()}</h2>
      <p className="mb-3 max-w-read text-ink-soft">{m.office_returns_text()}</p>
      <Loaded query={rates} loading={m.office_loading()}>
        {(rows) => (
          <Table
            dense
            hideCaption
            caption={m.office_returns_heading()}
            columns={columns}
            rows={rows}
            rowKey={(rate) => rate.class}
          />
        )}
      </Loaded>
    </section>
  );
}
