import { formatDate, formatDateTime } from '#kit/plain-date.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/database.ts';
import type { ServerInfo } from './catalogue.contract.ts';
import { getCompany } from './catalogue.service.ts';

// The sandbox processor is the only one there is yet, so no environment can name another (K1).
const IS_SANDBOX = true;

/** The company's day and time, by the one clock (C3), and the company itself. */
export async function readServerInfo(db: Db, clock: Clock): Promise<ServerInfo> {
  const company = await getCompany(db);
  const today = clock.today();
  return {
    date: today,
    date_human: formatDate(today),
    date_time: { date: formatDateTime(clock.timeZone, clock.now()), timezone: clock.timeZone },
    is_sandbox: IS_SANDBOX,
    company: {
      name: company.name,
      dispatch_phone: company.dispatchPhone,
      dispatch_email: company.dispatchEmail,
      hiring_email: company.hiringEmail,
      customer_service_email: company.customerServiceEmail,
      half_rounding_unit_cents: company.halfRoundingUnitCents,
      aid_fee_base: company.aidFeeBase,
    },
  };
}
