import type { ReassignWindow, RequestWindow } from './request-window.ts';
import {
  NOTHING_PAID_BACK,
  paidBackShape,
  type PaidBack,
  type RefundRequest,
  type RefundType,
} from '#modules/orders/order-requests.contract.ts';
import type { RequestState } from '#modules/orders/request.states.ts';

export type StoredRequest = PaidBack & {
  requested_at: Date;
  type: number;
  status: RequestState;
  taken_up_at: Date | null;
  ended_at: Date | null;
  reason: string | null;
};

const instantOf = (at: Date | null) => at?.toISOString() ?? null;

/** Shows the payback only once finished, and the reason only after a decline. */
export function toRefundRequestResponse(row: StoredRequest): RefundRequest {
  const isFinished = row.status === 'finished';
  return {
    requested_at: row.requested_at.toISOString(),
    type: row.type as RefundType,
    state: row.status,
    taken_up_at: instantOf(row.taken_up_at),
    ended_at: instantOf(row.ended_at),
    ...(isFinished ? paidBackShape.parse(row) : NOTHING_PAID_BACK),
    reason: row.status === 'declined' ? row.reason : null,
  };
}

type Period = {
  refund_offered: boolean;
  refund_open: boolean;
  refund_cutoff: RequestWindow['cutoff'];
  reassign_open: boolean;
  reassign_cutoff: RequestWindow['cutoff'];
  reassign_to: string | null;
};

/** R1 */
export function windowsOf(period: Period): { refund: RequestWindow; reassign: ReassignWindow } {
  return {
    refund: { is_offered: period.refund_offered, is_open: period.refund_open, cutoff: period.refund_cutoff },
    reassign: {
      is_offered: period.reassign_to !== null,
      is_open: period.reassign_open,
      cutoff: period.reassign_cutoff,
      company: period.reassign_to,
    },
  };
}
