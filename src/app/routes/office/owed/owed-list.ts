import { m } from '#i18n/messages.js';
import { countText } from '#kit/list/found-text.ts';
import { formatMoney } from '#kit/money.ts';
import type { OwedPage } from '#modules/office/owed/owed.contract.ts';

type Summed = Pick<OwedPage, 'total' | 'is_total_capped' | 'sums'>;

/** What all pages together owe. */
export function owedSumText({ sums, ...found }: Summed): string {
  if (!sums) return m.office_owed_many({ n: countText(found) });
  const total = formatMoney(sums.amount_cents);
  return found.total === 1
    ? m.office_owed_sum_one({ total })
    : m.office_owed_sum({ n: countText(found), total });
}
