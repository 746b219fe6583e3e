import type { FastifyInstance } from 'fastify';
import { listFees } from '#modules/billing/congestion-fees/congestion-fees.service.ts';
import { listSurgeRoutes } from '#modules/catalog/routes/routes.service.ts';
import { handle } from '#server/http/handle.ts';
import { sendEmailsSoon } from '#server/http/trigger-soon.ts';
import type { AppContext } from '#server/app-context.ts';
import * as calls from './congestion-fees.contract.ts';
import { announceFee, previewFee, withdrawAnnouncedFee } from './congestion-fees.service.ts';

export function registerCongestionFeeRoutes(app: FastifyInstance, context: AppContext): void {
  const { db, clock, billing } = context;

  handle(app, calls.listSurgeRoutes, async () => listSurgeRoutes(db, clock.now()));
  handle(app, calls.previewCongestionFee, async ({ params }) => [
    await previewFee(db, clock, params.route_id),
  ]);
  handle(app, calls.listCongestionFees, async () => listFees(db, clock));
  handle(app, calls.announceCongestionFee, async ({ viewer, headers, body }) => {
    const fee = await db.transaction((tx) =>
      announceFee(tx, billing, viewer, { body, key: headers['idempotency-key'] }),
    );
    // The two days begin with the notice, so the notice must not wait for the next minute.
    await sendEmailsSoon(context);
    return [fee];
  });
  handle(app, calls.withdrawCongestionFee, async ({ viewer, params, body }) => {
    const command = { fee_id: params.id, paid: body.paid ?? null };
    const fee = await withdrawAnnouncedFee(billing, viewer, command);
    await sendEmailsSoon(context);
    return [fee];
  });
}
