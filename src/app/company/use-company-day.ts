import { COMPANY_TIME_ZONE } from '#kit/local-time.ts';
import { dayIn, formatDate, formatDateTime, type PlainDate } from '#kit/plain-date.ts';
import { readServerInfo } from '#modules/catalog/catalog.contract.ts';
import { useItems } from '#app/api/use-items.ts';

export function useCompanyZone(): string {
  return useItems(readServerInfo, {}).data?.[0]?.date_time.timezone ?? COMPANY_TIME_ZONE;
}

export function useCompanyToday(): PlainDate | undefined {
  return useItems(readServerInfo, {}).data?.[0]?.date;
}

/** The company's day as `MM/dd/yyyy`: a family abroad reads the same date as the office. */
export function useCompanyDay(): (instant: string) => string {
  const zone = useCompanyZone();
  return (instant) => formatDate(dayIn(zone, new Date(instant)));
}

export function useCompanyTime(): (instant: string) => string {
  const zone = useCompanyZone();
  return (instant) => formatDateTime(zone, new Date(instant));
}
