import type { ReassignWindow, RequestWindow } from './request-window.ts';
import {
  NOTHING_PAID_BACK,
  paidBackShape,
  type PaidBack,
  type RefundRequest,
  type RefundType,
} from '#modules/orders/order-requests.contract.ts';
import { joined } from '#kit/text/joined.ts';
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
  reassign_address_1: string | null;
  reassign_city: string | null;
  reassign_state: string | null;
  reassign_zip: string | null;
  reassign_phone: string | null;
  reassign_due_on: ReassignWindow['due_on'];
};

function addressOf(period: Period): string[] {
  const { reassign_address_1, reassign_city, reassign_state, reassign_zip } = period;
  const place = joined([reassign_city, joined([reassign_state, reassign_zip], ' ')], ', ');
  return [reassign_address_1 ?? '', place].filter((line) => line !== '');
}

/** R1, MP5 */
export function windowsOf(
  period: Period,
  program: { reassign_instructions: string | null; is_by_check: boolean } | undefined,
): { refund: RequestWindow; reassign: ReassignWindow } {
  return {
    refund: { is_offered: period.refund_offered, is_open: period.refund_open, cutoff: period.refund_cutoff },
    reassign: {
      is_offered: period.reassign_to !== null,
      is_open: period.reassign_open,
      cutoff: period.reassign_cutoff,
      company: period.reassign_to,
      mail_to: addressOf(period),
      phone: period.reassign_phone,
      due_on: period.reassign_due_on,
      instructions: program?.reassign_instructions ?? null,
      is_by_check: program?.is_by_check ?? false,
    },
  };
}
