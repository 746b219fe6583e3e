import type { PlainDate } from '#kit/plain-date.ts';

export type RequestWindow = {
  /** refunds: the company offers refunds for this school year; approvals: the new company is named */
  is_offered: boolean;
  is_open: boolean;
  /** the last day, in company time; null never ends (C3) */
  cutoff: PlainDate | null;
};

export type ReassignWindow = RequestWindow & {
  company: string | null;
  mail_to: string[];
  phone: string | null;
  due_on: PlainDate | null;
  instructions: string | null;
  is_by_check: boolean;
};

export type RequestBlockReason = 'made' | 'inactive' | 'closed' | 'not_offered' | 'over' | 'unpaid';

export type RequestFacts = {
  is_active: boolean;
  payments: readonly { paid_at: string | null }[];
  is_made: boolean;
  window: RequestWindow;
};

/**
 * The same rule dims the buttons and guards the calls. The cut-off day still counts (R1, R2, B-347, B-348).
 * @param today  the company's calendar day
 */
export function requestBlockReason(
  { is_active, payments, is_made, window }: RequestFacts,
  today: PlainDate,
): RequestBlockReason | null {
  if (is_made) return 'made';
  if (!is_active) return 'inactive';
  if (!window.is_open) return 'closed';
  if (!window.is_offered) return 'not_offered';
  if (window.cutoff !== null && today > window.cutoff) return 'over';
  return payments.some(({ paid_at }) => paid_at !== null) ? null : 'unpaid';
}
