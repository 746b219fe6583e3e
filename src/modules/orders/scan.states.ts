/** What a scan may be; a PDF has several pages. */
export const SCAN_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export type ScanType = (typeof SCAN_TYPES)[number];
