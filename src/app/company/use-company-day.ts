import { dayIn, formatDate, formatDateTime, type PlainDate } from '#kit/plain-date.ts';
import { readServerInfo } from '#modules/catalog/catalog.contract.ts';
import { useItems } from '#app/api/use-items.ts';

// The company's default zone (C3), for the moment before the server has named its own.
const DEFAULT_ZONE = 'America/New_York';

function useCompanyZone(): string {
  return useItems(readServerInfo, {}).data?.[0]?.date_time.timezone ?? DEFAULT_ZONE;
}

/** The company's day as the server last said it; undefined until it has. */
export function useCompanyToday(): PlainDate | undefined {
  return useItems(readServerInfo, {}).data?.[0]?.date;
}

/** Says the company's day of an instant, `MM/dd/yyyy`: a family abroad reads the same date as the office. */
export function useCompanyDay(): (instant: string) => string {
  const zone = useCompanyZone();
  return (instant) => formatDate(dayIn(zone, new Date(instant)));
}

/** Says the company's day and time of an instant, `MM/dd/yyyy h:mm a`. */
export function useCompanyTime(): (instant: string) => string {
  const zone = useCompanyZone();
  return (instant) => formatDateTime(zone, new Date(instant));
}
