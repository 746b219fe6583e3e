import type { FastifyInstance } from 'fastify';
import { inTx } from '#server/http/call.ts';
import { handle } from '#server/http/handle.ts';
import { handleList } from '#server/http/handle-list.ts';
import type { AppContext } from '#server/app-context.ts';
import * as calls from './changes.contract.ts';
import * as copies from './copies.contract.ts';
import { copyObject } from './copy-object.service.ts';
import { removalOfDraft } from './remove-season.service.ts';
import { listObjects } from './object-list.contract.ts';
import { listOfObjects } from './object-list.service.ts';
import { listChanges, readChangeSet, readObject } from './read-changes.service.ts';
import { previewChanges, saveChanges } from './staff-changes.service.ts';
import { undoChanges } from './undo-changes.service.ts';

/** The one door to the objects of the catalog (SE3.1). */
export function registerCatalogChangesRoutes(app: FastifyInstance, { db, clock }: AppContext): void {
  handle(
    app,
    calls.readObject,
    inTx(async (tx, { viewer, params }) => [await readObject(tx, clock, viewer, params)]),
  );
  handle(
    app,
    copies.readCopy,
    inTx(async (tx, { viewer, params }) => [await copyObject(tx, viewer, params)]),
  );
  handle(
    app,
    copies.readRemoval,
    inTx(async (tx, { params }) => [{ changes: await removalOfDraft(tx, params.id) }]),
  );
  handle(
    app,
    listObjects,
    inTx(async (tx, { params, query }) => listOfObjects(tx, { ...params, ...query })),
  );
  handle(
    app,
    calls.previewChanges,
    inTx(async (tx, { viewer, body }) => [await previewChanges(tx, clock, viewer, body.changes)]),
  );
  handle(
    app,
    calls.saveChanges,
    inTx(async (tx, { viewer, body, headers }) => [
      await saveChanges(tx, clock, viewer, { ...body, key: headers['idempotency-key'] }),
    ]),
  );
  handleList(app, calls.listChanges, (query) => listChanges(db, clock, query));
  handle(
    app,
    calls.readChangeSet,
    inTx(async (tx, { viewer, params }) => [await readChangeSet(tx, viewer, params.id)]),
  );
  handle(
    app,
    calls.undoChanges,
    inTx(async (tx, { viewer, params, body }) => [
      await undoChanges(tx, clock, viewer, { id: params.id, seen: body.seen }),
    ]),
  );
}
