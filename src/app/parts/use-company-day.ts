import { dayIn, formatDate } from '#kit/plain-date.ts';
import { readServerInfo } from '#modules/catalogue/catalogue.contract.ts';
import { useItems } from '../api/use-items.ts';

// The company's default zone (C3), for the moment before the server has named its own.
const DEFAULT_ZONE = 'America/New_York';

/** Says the company's day of an instant, `MM/dd/yyyy`: a family abroad reads the same date as the office. */
export function useCompanyDay(): (instant: string) => string {
  const info = useItems(readServerInfo, {});
  const zone = info.data?.[0]?.date_time.timezone ?? DEFAULT_ZONE;
  return (instant) => formatDate(dayIn(zone, new Date(instant)));
}
