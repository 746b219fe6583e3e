import type { RefusalKind } from '#kit/refusal.ts';
import type { Db } from '#platform/db/database.ts';
import { feeDayOf, type Charging } from '#modules/billing/billing-context.service.ts';
import {
  automaticMethod,
  priceOfLater,
  type AutomaticMethod,
} from '#modules/billing/charges/later-charge.service.ts';
import { isFamilyHeld } from '#modules/billing/payments/left-alone.queries.ts';
import type { StaffPaymentRow } from '#modules/billing/payments/staff-payments.queries.ts';
import { chargeBlockReason } from './charge-block-reason.ts';

type ChargeOfToday = AutomaticMethod & {
  price: Awaited<ReturnType<typeof priceOfLater>> | undefined;
  /** undefined if staff may charge */
  refusal: RefusalKind<never> | undefined;
};

export async function chargeOfToday(
  db: Db,
  { order, payment }: StaffPaymentRow,
  charging: Charging,
): Promise<ChargeOfToday> {
  const today = charging.clock.today();
  const chosen = await automaticMethod(db, { order, payment_id: payment.id }, today);
  const { method } = chosen;
  const price = method && (await priceOfLater(db, { order, payment }, { method, day: feeDayOf(charging) }));
  const isHeld = await isFamilyHeld(db, order.user_id);
  const refusal = chargeBlockReason({
    ...chosen,
    order,
    payment,
    method_id: method?.id,
    total_cents: price?.total_cents ?? null,
    isHeld,
    today,
  });
  return { ...chosen, price, refusal };
}
