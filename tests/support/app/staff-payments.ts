import { sessionOf, type Person } from './people.ts';
import type { SeasonApp } from './season-app.ts';

/** A staff member who works on the payments of one order. */
export type StaffPayments = Awaited<ReturnType<typeof staffPaymentsOf>>;

/** Logs a staff member in again, as days may have passed, with their calls for one order. */
export async function staffPaymentsOf(
  { app }: SeasonApp,
  who: { email: string; password: string },
  order_id: number,
) {
  const staff: Person = await sessionOf(app, who);
  const path = (payment_id: number) => `/order/${order_id}/payment/${payment_id}`;
  const read = async (payment_number: number) => {
    const payment = (await order()).payments.find((one: any) => one.payment_number === payment_number);
    return (await staff.call('GET', path(payment.id))).items[0];
  };
  const order = async () => (await staff.call('GET', `/order/${order_id}`)).items[0];
  return {
    staff,
    order,
    read,
    /** @param version  the row's own, unless said */
    async edit(payment_number: number, changes: object) {
      const { id, version } = await read(payment_number);
      return staff.call('PUT', path(id), { version, ...changes });
    },
    async charge(payment_number: number) {
      const { id, version } = await read(payment_number);
      return staff.call('POST', `${path(id)}/charge`, { version });
    },
    async reverse(payment_number: number, body: object) {
      const { id, version } = await read(payment_number);
      return staff.call('POST', `${path(id)}/reverse`, { version, reason: 'As agreed', ...body });
    },
  };
}
