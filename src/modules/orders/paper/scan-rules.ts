import { addDays, type PlainDate } from '#kit/plain-date.ts';
import type { ScanType } from '#modules/orders/scan.states.ts';

export const SCAN_BYTES_MAX = 10 * 1024 * 1024;
export const SCAN_PAGES_MAX = 20;

/** A paper older than this is signed anew (OF3.8). */
export const SIGNED_DAYS_MAX = 60;

/** How long a scan waits for its order. */
export const SCAN_KEPT_DAYS = 7;

export const ENDINGS: Readonly<Record<ScanType, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

export type DayOfSignature = 'fits' | 'ahead' | 'too_old';

export function dayOfSignature(signed_on: PlainDate, today: PlainDate): DayOfSignature {
  if (signed_on > today) return 'ahead';
  return signed_on < addDays(today, -SIGNED_DAYS_MAX) ? 'too_old' : 'fits';
}
