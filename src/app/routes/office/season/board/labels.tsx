import { m } from '#i18n/messages.js';
import { formatMoney, toPercent, type Cents, type MilliPercent } from '#kit/money.ts';
import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { ObjectLink } from '#app/routes/office/season/object-link.tsx';

export type Label = {
  kind: ObjectKind;
  id: number;
  name: string;
  /** without the right `money` the answer has no amount */
  amount?: string;
  marks?: readonly (string | false)[];
};

type FlatOrPercent = {
  amount_flat_cents: Cents | null;
  amount_percentage_milli_percent: MilliPercent | null;
};

/** The flat amount counts where both are set (P1). */
export function rateText({ amount_flat_cents, amount_percentage_milli_percent }: FlatOrPercent): string {
  if (amount_flat_cents !== null) return formatMoney(amount_flat_cents);
  const rate = amount_percentage_milli_percent;
  return rate === null ? '' : m.office_board_percent({ percent: toPercent(rate) });
}

export const endedMark = ({ is_active }: { is_active: boolean }): string | false =>
  !is_active && m.office_board_ended();

/** Short labels with their amounts; each opens its form. */
export function Labels({ labels }: { labels: readonly Label[] }) {
  const seesMoney = useRight('money');
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-left">
      {labels.map(({ kind, id, name, amount, marks = [] }) => (
        <li key={`${kind} ${id}`} className="flex min-w-0 flex-wrap gap-x-2">
          <ObjectLink kind={kind} id={id}>
            {name}
          </ObjectLink>
          {seesMoney && amount && <span className="figures whitespace-nowrap">{amount}</span>}
          <span className="text-ink-soft">{marks.filter(Boolean).join(', ')}</span>
        </li>
      ))}
    </ul>
  );
}
