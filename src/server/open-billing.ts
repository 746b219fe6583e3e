import { createBilling, type Billing } from '#modules/billing/billing.service.ts';
import { firstChargeListener } from '#modules/orders/first-charge.service.ts';
import { openSandboxGateway } from '#platform/payments/sandbox/sandbox-gateway.ts';
import type { House } from './house.ts';

type Parts = Pick<House, 'db' | 'clock' | 'log' | 'config'> & { databaseUrl: string };

/**
 * Billing with its processor, and with orders as the listener to first charges. The sandbox keeps its
 * books over connections of its own, hence the address (K1).
 */
export function openBilling(
  { db, clock, log, config, databaseUrl }: Parts,
  changes: Partial<Billing> = {},
): { billing: Billing; close: () => Promise<void> } {
  const gateway = openSandboxGateway({ databaseUrl, clock, log, config });
  const billing = createBilling({
    db,
    clock,
    log,
    gateway,
    firstCharge: firstChargeListener(clock),
    ...changes,
  });
  return { billing, close: () => gateway.close() };
}
