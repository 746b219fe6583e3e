import type { FastifyInstance } from 'fastify';
import { inTx } from '#server/http/call.ts';
import { handle } from '#server/http/handle.ts';
import type { AppContext } from '#server/app-context.ts';
import { listPaymentMethods } from './methods/methods.contract.ts';
import { chargePayment } from './staff-edits/charge-payment.service.ts';
import { addMethod, deleteMethod, owesAlready, setDefault } from './methods/change-methods.service.ts';
import * as editing from './staff-edits/edit-payment.service.ts';
import * as mandates from './methods/mandates.service.ts';
import {
  addPaymentMethod,
  deletePaymentMethod,
  listDebitTerms,
  setDefaultPaymentMethod,
} from './methods/change-methods.contract.ts';
import { listMethods } from './methods/methods.service.ts';
import { listChargesToCome } from './pay-now/charges-to-come.service.ts';
import * as payNowContract from './pay-now/pay-now.contract.ts';
import { payNow } from './pay-now/pay-now.service.ts';
import * as payment from './staff-edits/payment-edit.contract.ts';
import { readPayment } from './staff-edits/read-payment.service.ts';

export function registerBillingRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, clock, billing } = context;
  // Only a matter of minutes: both jobs come by without being asked.
  const trigger = (job: Parameters<AppContext['triggerJob']>[0]) =>
    context.triggerJob(job).catch(() => undefined);
  /** A payment that waits for another card or account gets its one attempt while the family looks (M7). */
  const chosen = async (user_id: number) => {
    if (await owesAlready(db, clock, user_id)) await trigger('billing.collect');
  };

  handle(
    app,
    listPaymentMethods,
    inTx((tx, { viewer }) => listMethods(tx, viewer.user_id)),
  );
  handle(
    app,
    listDebitTerms,
    inTx((tx) => mandates.listDebitTerms(tx)),
  );
  handle(app, addPaymentMethod, async ({ viewer, body, headers, meta }) => {
    const adding = {
      user_id: viewer.user_id,
      body,
      idempotency_key: headers['idempotency-key'],
      ip: meta.ip,
      user_agent: meta.user_agent,
    };
    const method = await addMethod(billing, adding);
    await trigger('outbox.drain');
    await chosen(viewer.user_id);
    return [method];
  });
  handle(
    app,
    deletePaymentMethod,
    inTx((tx, { viewer, body }) =>
      deleteMethod(tx, clock, { user_id: viewer.user_id, payment_method_id: body.id }),
    ),
  );
  handle(app, setDefaultPaymentMethod, async ({ viewer, body: { data } }) => {
    const choice = { user_id: viewer.user_id, payment_method_id: data.id, is_default: data.is_default };
    const method = await db.transaction((tx) => setDefault(tx, clock, choice));
    await chosen(viewer.user_id);
    return [method];
  });
  registerPayments(app, context);
}

/** What families and staff do with single payments of an order. */
function registerPayments(app: FastifyInstance, context: AppContext): void {
  const { db, clock, billing } = context;
  handle(app, payNowContract.listChargesToCome, async ({ viewer, params }) =>
    listChargesToCome(db, clock, { viewer, order_id: params.order_id }),
  );
  handle(app, payNowContract.payNow, async ({ viewer, params, body, headers }) => {
    const paid = await payNow(billing, viewer, {
      ...params,
      ...body,
      idempotency_key: headers['idempotency-key'],
    });
    await context.triggerJob('outbox.drain').catch(() => undefined);
    return [paid];
  });
  handle(app, payment.readPayment, async ({ context, params }) => [
    await readPayment(context.db, context.clock, params),
  ]);
  handle(app, payment.editPayment, async ({ context, viewer, params, body }) => [
    await editing.editOrAsk(context.billing, viewer, { ...params, edit: body }),
  ]);
  handle(app, payment.chargePayment, async ({ context, viewer, params, body }) => [
    await chargePayment(context.billing, viewer, { ...params, version: body.version }),
  ]);
}
