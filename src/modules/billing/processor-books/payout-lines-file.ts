import { m } from '#i18n/messages.js';
import { formatDate } from '#kit/plain-date.ts';
import type { ListFile } from '#kit/list/list-file.ts';
import { decimalDollars } from '#kit/money.ts';
import { fullName } from '#kit/text/full-name.ts';
import type { PayoutLine } from './payout-lines.contract.ts';
import type { MovementKind } from './processor-books.states.ts';

const kinds: Record<MovementKind, () => string> = {
  charge: m.office_movement_charge,
  return: m.office_movement_return,
  refund: m.office_movement_refund,
  refund_failed: m.office_movement_refund_failed,
  dispute: m.office_movement_dispute,
  dispute_back: m.office_movement_dispute_back,
  fee: m.office_movement_fee,
  payout: m.office_movement_payout,
  payout_back: m.office_movement_payout_back,
  top_up: m.office_movement_top_up,
  reserve: m.office_movement_reserve,
  other_currency: m.office_movement_other_currency,
  other: m.office_movement_other,
};

export const movementText = ({ kind }: Pick<PayoutLine, 'kind'>): string => kinds[kind]();

const parentName = ({ parent }: PayoutLine) => parent && fullName(parent);

/** The lines of a payout as a file, for the books of the company (MS13). */
export const payoutLinesFile: ListFile<PayoutLine> = {
  name: (day) => m.office_payout_lines_file({ day }),
  id: ({ id }) => id,
  columns: [
    { header: m.office_movement_column_day, cell: (row) => formatDate(row.made_on) },
    { header: m.office_movement_column_kind, cell: movementText },
    { header: m.office_column_order, cell: (row) => row.payment?.order_id ?? null },
    { header: m.office_movement_column_payment, cell: (row) => row.payment?.payment_number ?? null },
    { header: m.office_column_parent, cell: parentName },
    { header: m.office_movement_column_amount, cell: (row) => decimalDollars(row.amount_cents) },
    { header: m.office_movement_column_fee, cell: (row) => decimalDollars(row.fee_cents) },
    { header: m.office_movement_column_net, cell: (row) => decimalDollars(row.net_cents) },
    { header: m.office_payout_column_ref, cell: (row) => row.id },
  ],
};
