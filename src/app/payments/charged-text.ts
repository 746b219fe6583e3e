import { m } from '#i18n/messages.js';
import { formatMoney, type Cents } from '#kit/money.ts';

type Charged = {
  method: string | null;
  surcharge_cents: Cents;
};

export function chargedText(
  on: { day: string; amount: string },
  { method, surcharge_cents }: Charged,
): string {
  if (!method) return m.contract_later_due(on);
  if (surcharge_cents === 0) return m.contract_later_charged({ ...on, method });
  return m.contract_later_charged_fee({ ...on, method, fee: formatMoney(surcharge_cents) });
}
