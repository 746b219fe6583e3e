import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/app-context.ts';
import { inTx } from '#server/http/call.ts';
import { handle } from '#server/http/handle.ts';
import { makeRollover, takeFilesOver } from './make-rollover.service.ts';
import * as calls from './rollover.contract.ts';
import { listRows } from './rollover-rows.service.ts';
import * as rollover from './rollover.service.ts';

export function registerRolloverRoutes(app: FastifyInstance, { db, clock, files }: AppContext): void {
  const deps = { clock };
  handle(
    app,
    calls.openRollover,
    inTx(async (tx, { viewer, params }) => [
      await rollover.openRollover(tx, deps, viewer, { season_id: params.id }),
    ]),
  );
  handle(
    app,
    calls.readRollover,
    inTx(async (tx, { viewer, params }) => [
      await rollover.readRollover(tx, deps, viewer, { season_id: params.id }),
    ]),
  );
  handle(
    app,
    calls.saveRollover,
    inTx(async (tx, { viewer, params, body }) => [
      await rollover.saveSettings(tx, deps, viewer, { ...body, season_id: params.id }),
    ]),
  );
  handle(
    app,
    calls.listRolloverRows,
    inTx(async (tx, { viewer, params, query }) => [
      await listRows(tx, clock, viewer, { ...query, season_id: params.id }),
    ]),
  );
  handle(
    app,
    calls.editRolloverRows,
    inTx(async (tx, { viewer, params, body }) => [
      await rollover.editRows(tx, deps, viewer, { ...body, season_id: params.id }),
    ]),
  );
  handle(app, calls.makeRollover, async ({ viewer, params, body }) => {
    const wanted = { season_id: params.id, seen: body.seen };
    const made = await db.transaction((tx) => makeRollover(tx, clock, viewer, wanted));
    return [{ ...made.answer, files_left: await takeFilesOver(files, made.files) }];
  });
  handle(
    app,
    calls.discardRollover,
    inTx(async (tx, { viewer, params }) => {
      await rollover.discardRollover(tx, deps, viewer, { season_id: params.id });
      return undefined;
    }),
  );
}
