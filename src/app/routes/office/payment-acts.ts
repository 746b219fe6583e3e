import { m } from '#i18n/messages.js';
import { PAYMENT_STATE_TEXTS } from '#modules/billing/payment-state-texts.ts';
import { UNPAID, type PaymentState } from '#modules/billing/payment.states.ts';
import { editPayment, remindOfPayment } from '#modules/billing/staff-edits/payment-edit.contract.ts';
import type { PaymentListRow } from '#modules/office/lists/payment-list.contract.ts';
import { call } from '#app/api/client.ts';
import type { BulkAct } from '#app/lists/bulk/bulk-act.ts';
import type { PlainDate } from '#kit/plain-date.ts';

/** The state of a payment that nobody owes, or that is being charged. */
const leftOut = ({ status }: { status: PaymentState }): string | undefined =>
  UNPAID.some((unpaid) => unpaid === status) ? undefined : PAYMENT_STATE_TEXTS[status]();

type Reminded = { order_id: number; payment_id: number; status: PaymentState };

/** A row of a list of payments, with the names that the list has. */
export const remindOf = <Row>(placeOf: (row: Row) => Reminded): BulkAct<Row> => ({
  key: 'remind',
  right: 'money_write',
  label: m.list_act_remind,
  about: m.list_act_remind_about,
  leftOut: (row) => leftOut(placeOf(row)),
  act: (row) => {
    const { order_id, payment_id } = placeOf(row);
    return call(remindOfPayment, { params: { order_id, payment_id } });
  },
});

export const movePayments: BulkAct<PaymentListRow> = {
  key: 'move',
  right: 'money_write',
  label: m.list_act_move,
  about: m.list_act_move_about,
  day: m.list_act_move_day,
  leftOut,
  act: ({ id, order_id, version }, { day }) =>
    call(editPayment, {
      params: { order_id, payment_id: id },
      body: { version, pay_on: day as PlainDate },
    }),
};
