import type { FastifyInstance } from 'fastify';
import { inTx } from '#server/http/call.ts';
import { handle } from '#server/http/handle.ts';
import { sendEmailsSoon, triggerSoon } from '#server/http/trigger-soon.ts';
import { fileOf } from '#kit/list/list-view.ts';
import { handleList } from '#server/http/handle-list.ts';
import type { AppContext } from '#server/app-context.ts';
import { Refusal } from '#kit/refusal.ts';
import { billingRefusals } from './billing.refusals.ts';
import { listPaymentMethods } from './methods/methods.contract.ts';
import { chargePayment } from './staff-edits/charge-payment.service.ts';
import {
  addMethod,
  deleteMethod,
  owesAlready,
  setDefault,
  shareMethod,
} from './methods/change-methods.service.ts';
import * as editing from './staff-edits/edit-payment.service.ts';
import * as mandates from './methods/mandates.service.ts';
import {
  addPaymentMethod,
  deletePaymentMethod,
  listDebitTerms,
  setDefaultPaymentMethod,
  shareCard,
} from './methods/change-methods.contract.ts';
import { listDisputes } from './disputes/disputes.contract.ts';
import { disputesOfOrder } from './disputes/disputes-of-order.service.ts';
import { claimEntry, toEnteredResponse } from '#modules/billing/methods/entries/claim-entry.service.ts';
import { reportFieldsError } from '#modules/billing/methods/entries/fields-errors.contract.ts';
import { noteFieldsError } from '#modules/billing/methods/entries/fields-errors.service.ts';
import { beginMethodEntry, claimMethodEntry } from '#modules/billing/methods/entries/entries.contract.ts';
import { beginEntry } from '#modules/billing/methods/entries/entries.service.ts';
import type { MethodForm } from './methods/typed-instrument.ts';
import { listMethods } from './methods/methods.service.ts';
import { listChargesToCome } from './pay-now/charges-to-come.service.ts';
import * as payNowContract from './pay-now/pay-now.contract.ts';
import { payNow } from './pay-now/pay-now.service.ts';
import * as payment from './staff-edits/payment-edit.contract.ts';
import { listPayoutLines } from './processor-books/payout-lines.contract.ts';
import { payoutLinesFile } from './processor-books/payout-lines-file.ts';
import { listPayouts } from './processor-books/payouts.contract.ts';
import { payoutList } from './processor-books/payout-list.ts';
import { listPayoutLineRows, listPayoutRows } from './processor-books/list-payouts.service.ts';
import * as reconciliation from './reconciliation/reconciliation.contract.ts';
import { explain, takeIn } from './reconciliation/close-difference.service.ts';
import * as recording from './reconciliation/record-refund.contract.ts';
import { readElsewhere, recordRefund } from './reconciliation/record-refund.service.ts';
import { readReconciliationOf } from './reconciliation/read-reconciliation.service.ts';
import { readPayment } from './staff-edits/read-payment.service.ts';
import { remindOfPayment } from './staff-edits/remind-of-payment.service.ts';
import { reverseEntry } from './staff-edits/reverse-entry.service.ts';
import * as worklist from './worklist/list-matters.service.ts';
import {
  listMatters,
  listReturnRates,
  readMatterAgain,
  releaseCollection,
  settleMatter,
} from './worklist/worklist.contract.ts';
import { readReturnRates } from './worklist/return-rates.service.ts';

export function registerBillingRoutes(app: FastifyInstance, context: AppContext): void {
  registerMethods(app, context);
  registerPayNow(app, context);
  registerStaffEdits(app, context);
  registerReconciliation(app, context);
  registerWorklist(app, context);
}

/** A payment waiting for a new method gets the attempt while the family looks (M7). */
async function collectIfOwed(context: AppContext, user_id: number): Promise<void> {
  if (await owesAlready(context.db, context.clock, user_id)) await triggerSoon(context, 'billing.collect');
}

function registerMethods(app: FastifyInstance, context: AppContext): void {
  const { billing } = context;
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
  registerMethodEntries(app, context);
  handle(
    app,
    deletePaymentMethod,
    inTx((tx, { viewer, body }) =>
      deleteMethod(tx, billing, { user_id: viewer.user_id, payment_method_id: body.id }),
    ),
  );
  handle(
    app,
    shareCard,
    inTx(async (tx, { viewer, body }) => [
      await shareMethod(tx, billing, { user_id: viewer.user_id, payment_method_id: body.id }),
    ]),
  );
  handle(app, setDefaultPaymentMethod, async ({ viewer, body: { data } }) => {
    const choice = { user_id: viewer.user_id, payment_method_id: data.id, is_default: data.is_default };
    const method = await context.db.transaction((tx) => setDefault(tx, billing, choice));
    await collectIfOwed(context, viewer.user_id);
    return [method];
  });
}

function registerMethodEntries(app: FastifyInstance, context: AppContext): void {
  const { billing } = context;
  handle(app, addPaymentMethod, async ({ viewer, body, headers, meta }) => {
    const adding = {
      user_id: viewer.user_id,
      body,
      idempotency_key: headers['idempotency-key'],
      ip: meta.ip,
      user_agent: meta.user_agent,
    };
    const method = await addMethod(billing, adding);
    await sendEmailsSoon(context);
    await collectIfOwed(context, viewer.user_id);
    return [method];
  });
  handle(app, reportFieldsError, async ({ viewer: { user_id }, body }) => [
    await noteFieldsError(billing, user_id, body),
  ]);
  handle(app, beginMethodEntry, async ({ viewer, body, headers }) => [
    await beginEntry(billing, {
      user_id: viewer.user_id,
      ...body,
      idempotency_key: headers['idempotency-key'],
    }),
  ]);
  handle(app, claimMethodEntry, async ({ viewer, params }) => [
    toEnteredResponse(await claimEntry(billing, { user_id: viewer.user_id, entry_id: params.entry_id })),
  ]);
}

function registerWorklist(app: FastifyInstance, context: AppContext): void {
  const { db, clock, billing } = context;
  handle(app, listMatters, async () =>
    worklist.listMatters(db, clock, (ref) => billing.gateway.pageOfDispute(ref)),
  );
  handle(app, listDisputes, async ({ params }) => disputesOfOrder(billing, params.id));
  handle(app, listReturnRates, async () => readReturnRates(db, clock.now()));
  handle(
    app,
    settleMatter,
    inTx(async (tx, { viewer, body }) => [await worklist.settleMatter(tx, clock, viewer, body)]),
  );
  handle(
    app,
    releaseCollection,
    inTx(async (tx, { viewer, body }) => [await worklist.releaseCollection(tx, clock, viewer, body)]),
  );
  handle(app, readMatterAgain, async ({ viewer, body }) => {
    const read = await db.transaction((tx) => worklist.readMatterAgain(tx, clock, viewer, body));
    await triggerSoon(context, 'billing.events');
    return [read];
  });
}

/** A refused charge sends an email too. */
async function chargeAndMail<T>(context: AppContext, charge: () => Promise<T>): Promise<T> {
  try {
    return await charge();
  } finally {
    await sendEmailsSoon(context);
  }
}

function registerPayNow(app: FastifyInstance, context: AppContext): void {
  const { db, billing } = context;
  handle(app, payNowContract.listChargesToCome, async ({ viewer, params }) =>
    listChargesToCome(db, billing, { viewer, order_id: params.order_id }),
  );
  handle(app, payNowContract.confirmAtSandbox, async ({ body }) => {
    if (!(await billing.gateway.confirm?.(body.client_secret, body.is_confirmed)))
      throw new Refusal(billingRefusals.nothing_to_confirm);
  });
  handle(app, payNowContract.payNow, async ({ viewer, params, body, headers, meta }) => {
    const { payment_method_id, cc, ach, acceptances, total_cents } = body;
    const form = cc ? { cc } : ach ? { ach } : undefined;
    const command = {
      ...params,
      payment_method_id: payment_method_id ?? undefined,
      typed: form && { form: form as MethodForm, acceptances, ip: meta.ip, user_agent: meta.user_agent },
      total_cents,
      idempotency_key: headers['idempotency-key'],
    };
    return chargeAndMail(context, async () => [await payNow(billing, viewer, command)]);
  });
}

function registerStaffEdits(app: FastifyInstance, context: AppContext): void {
  const { db, billing } = context;
  handle(app, payment.readPayment, async ({ params }) => [await readPayment(db, billing, params)]);
  handle(app, payment.editPayment, async ({ viewer, params, body }) => [
    await editing.editOrAsk(billing, viewer, { ...params, edit: body }),
  ]);
  handle(app, payment.remindOfPayment, async ({ viewer, params }) => {
    await db.transaction((tx) => remindOfPayment(tx, billing.clock, viewer, params));
    await sendEmailsSoon(context);
  });
  handle(
    app,
    payment.reverseEntry,
    inTx(async (tx, { viewer, params, body }) => [
      await reverseEntry(tx, billing, viewer, { ...params, ...body }),
    ]),
  );
  handle(app, payment.chargePayment, ({ viewer, params, body }) =>
    chargeAndMail(context, async () => [
      await chargePayment(billing, viewer, { ...params, version: body.version }),
    ]),
  );
}

function registerReconciliation(app: FastifyInstance, context: AppContext): void {
  const { db, clock, billing } = context;
  handleList(app, listPayouts, (query) => listPayoutRows(db, clock, query), fileOf(payoutList));
  handleList(app, listPayoutLines, (query) => listPayoutLineRows(db, clock, query), payoutLinesFile);
  handle(app, reconciliation.readReconciliation, async () => [await readReconciliationOf(db, clock)]);
  handle(app, reconciliation.takeInDifference, async ({ viewer, params }) => [
    { result: await takeIn(billing, viewer, params.id) },
  ]);
  handle(app, recording.readRefundElsewhere, async ({ viewer, params }) => [
    await readElsewhere(billing, { staff: viewer, ...params }),
  ]);
  handle(app, recording.recordRefundElsewhere, async ({ viewer, params }) => {
    const recorded = await recordRefund(billing, { staff: viewer, ...params });
    await sendEmailsSoon(context);
    return [recorded];
  });
  handle(app, reconciliation.explainDifference, async ({ viewer, params, body }) => {
    await explain(billing, viewer, { ...params, ...body });
    return [{ id: params.id }];
  });
}
