import { m } from '#i18n/messages.js';
import { formatDateTime, offsetIn } from '#kit/plain-date.ts';

/** When a text was accepted, without doubt in the night in which clocks go back (O4). */
export const evidenceTime = (zone: string, instant: Date): string =>
  m.document_evidence_time({
    at: formatDateTime(zone, instant),
    zone,
    offset: offsetIn(zone, instant),
  });
