import type { FastifyInstance } from 'fastify';
import { fileOf } from '#kit/list/list-view.ts';
import { inTx } from '#server/http/call.ts';
import { handle } from '#server/http/handle.ts';
import { handleList } from '#server/http/handle-list.ts';
import { triggerSoon } from '#server/http/trigger-soon.ts';
import type { AppContext } from '#server/app-context.ts';
import { changeList } from './change-list.ts';
import * as calls from './changes.contract.ts';
import * as copies from './copies.contract.ts';
import { copyObject } from './copy-object.service.ts';
import { removalOfDraft } from './remove-season.service.ts';
import { listObjects } from './object-list.contract.ts';
import { listOfObjects } from './object-list.service.ts';
import { missingFilesFor } from './held-by-checks.service.ts';
import type { TellEffects } from './effects.service.ts';
import { listChanges, readChangeSet, readObject } from './read-changes.service.ts';
import { previewChanges, saveChanges } from './staff-changes.service.ts';
import { undoChanges } from './undo-changes.service.ts';

/** The one door to the objects of the catalog (SE3.1). */
export function registerCatalogChangesRoutes(
  app: FastifyInstance,
  context: AppContext,
  tellEffects: TellEffects,
): void {
  const { db, clock } = context;
  const deps = { clock, tellEffects };
  handle(
    app,
    calls.readObject,
    inTx(async (tx, { viewer, params }) => [await readObject(tx, clock, viewer, params)]),
  );
  handle(
    app,
    copies.readCopy,
    inTx(async (tx, { viewer, params }) => [await copyObject(tx, clock.now(), viewer, params)]),
  );
  handle(
    app,
    copies.readRemoval,
    inTx(async (tx, { params }) => [{ changes: await removalOfDraft(tx, clock.now(), params.id) }]),
  );
  handle(
    app,
    listObjects,
    inTx(async (tx, { params, query }) => listOfObjects(tx, clock.now(), { ...params, ...query })),
  );
  handle(app, calls.previewChanges, async ({ viewer, body }) => {
    const missing_files = await missingFilesFor(context, body.changes);
    return [await db.transaction((tx) => previewChanges(tx, deps, viewer, { ...body, missing_files }))];
  });
  handle(app, calls.saveChanges, async ({ viewer, body, headers }) => {
    const missing_files = await missingFilesFor(context, body.changes);
    const sent = { ...body, key: headers['idempotency-key'], missing_files };
    const saved = await db.transaction((tx) => saveChanges(tx, deps, viewer, sent));
    await triggerSoon(context, 'catalog.find-checks');
    return [saved];
  });
  handleList(app, calls.listChanges, (query) => listChanges(context, query), fileOf(changeList));
  handle(
    app,
    calls.readChangeSet,
    inTx(async (tx, { viewer, params }) => [await readChangeSet(tx, viewer, params.id)]),
  );
  handle(app, calls.undoChanges, async ({ viewer, params, body }) => {
    const undone = await db.transaction((tx) => undoChanges(tx, deps, viewer, { id: params.id, ...body }));
    if (body.seen !== undefined) await triggerSoon(context, 'catalog.find-checks');
    return [undone];
  });
}
