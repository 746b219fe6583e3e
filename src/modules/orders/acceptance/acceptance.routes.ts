import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/app-context.ts';
import { handle } from '#server/http/handle.ts';
import { sendEmailsSoon } from '#server/http/trigger-soon.ts';
import * as contract from './acceptance.contract.ts';
import { acceptOrder, askAgain } from './acceptance.service.ts';

export function registerAcceptanceRoutes(app: FastifyInstance, context: AppContext): void {
  handle(app, contract.acceptOrder, async ({ viewer, params, body, meta }) => [
    await acceptOrder(context, {
      viewer,
      order_id: params.id,
      sent: body.acceptances,
      ip: meta.ip,
      user_agent: meta.user_agent,
    }),
  ]);
  handle(app, contract.askForAcceptance, async ({ viewer, params }) => {
    await askAgain(context, viewer, params.id);
    await sendEmailsSoon(context);
    return [{ order_id: params.id }];
  });
}
