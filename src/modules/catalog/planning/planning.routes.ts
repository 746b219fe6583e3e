import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/app-context.ts';
import { inTx } from '#server/http/call.ts';
import { handle } from '#server/http/handle.ts';
import { readCopyInto } from './copy-into-season.contract.ts';
import { copyIntoSeason } from './copy-into-season.service.ts';
import { planMany } from './many.contract.ts';
import * as many from './many.service.ts';

/** Plans of many changes at once; their changes are saved by the one door (SE3.1). */
export function registerPlanningRoutes(app: FastifyInstance, { clock }: AppContext): void {
  handle(
    app,
    planMany,
    inTx(async (tx, { viewer, params, body }) => [
      await many.planMany(tx, clock.now(), viewer, { ...body, season_id: params.id }),
    ]),
  );
  handle(
    app,
    readCopyInto,
    inTx(async (tx, { viewer, params }) => [await copyIntoSeason(tx, clock.now(), viewer, params)]),
  );
}
