import type { FastifyInstance } from 'fastify';
import { inTx } from '#server/http/call.ts';
import { handle } from '#server/http/handle.ts';
import type { AppContext } from '#server/app-context.ts';
import * as calls from './texts.contract.ts';
import * as texts from './texts.service.ts';

/** The texts of a season: in force, as drafts, and as they were (SE4). */
export function registerSeasonTextsRoutes(app: FastifyInstance, { db, clock }: AppContext): void {
  handle(app, calls.listSeasonTexts, ({ params }) => texts.listSeasonTexts(db, params.id));
  handle(app, calls.readText, async ({ params }) => [await texts.readText(db, params)]);
  handle(app, calls.readTextVersion, async ({ params }) => [await texts.readTextVersion(db, params.hash)]);
  handle(
    app,
    calls.saveTextDraft,
    inTx(async (tx, { viewer, params, body }) => [
      await texts.saveDraft(tx, clock.now(), viewer, { ref: params, ...body }),
    ]),
  );
  handle(
    app,
    calls.discardTextDraft,
    inTx((tx, { viewer, params, query }) =>
      texts.discardDraft(tx, clock.now(), viewer, { ref: params, ...query }),
    ),
  );
}
