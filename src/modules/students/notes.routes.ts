import type { FastifyInstance } from 'fastify';
import { inTx } from '#server/http/call.ts';
import { handle } from '#server/http/handle.ts';
import type { AppContext } from '#server/app-context.ts';
import * as calls from './notes.contract.ts';
import * as notes from './notes.service.ts';

export function registerNotesRoutes(app: FastifyInstance, { db, clock, vault }: AppContext): void {
  handle(app, calls.listNotes, ({ viewer, params }) =>
    notes.listNotes(db, { now: clock.now(), vault, viewer }, params.id),
  );
  handle(
    app,
    calls.addNote,
    inTx(async (tx, { viewer, params, body: { student_id, ...fields } }) => [
      await notes.addNote(
        { tx, now: clock.now(), vault, viewer },
        { user_id: params.id, student_id },
        fields,
      ),
    ]),
  );
  handle(
    app,
    calls.changeNote,
    inTx(async (tx, { viewer, params, body }) => [
      await notes.changeNote({ tx, now: clock.now(), vault, viewer }, params.id, body),
    ]),
  );
  handle(
    app,
    calls.removeNote,
    inTx((tx, { viewer, params }) => notes.removeNote({ tx, now: clock.now(), vault, viewer }, params.id)),
  );
}
