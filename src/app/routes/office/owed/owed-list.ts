import { m } from '#i18n/messages.js';
import { formatMoney } from '#kit/money.ts';
import type { OwedPage } from '#modules/office/owed/owed.contract.ts';

export function owedSumText({ total: n, total_cents }: Pick<OwedPage, 'total' | 'total_cents'>): string {
  const total = formatMoney(total_cents);
  return n === 1 ? m.office_owed_sum_one({ total }) : m.office_owed_sum({ n, total });
}
