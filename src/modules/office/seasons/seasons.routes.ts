import type { FastifyInstance } from 'fastify';
import { handle } from '#server/http/handle.ts';
import type { AppContext } from '#server/app-context.ts';
import { noteOpened } from '#modules/office/recent/recent.service.ts';
import { readSeasonBoard } from './board.contract.ts';
import * as board from './board.service.ts';
import { listSeasons } from './seasons.contract.ts';
import * as seasons from './seasons.service.ts';

export function registerSeasonRoutes(app: FastifyInstance, { db, clock }: AppContext): void {
  handle(app, listSeasons, async ({ viewer }) => seasons.listSeasons({ db, clock }, viewer));
  handle(app, readSeasonBoard, async ({ viewer, params }) => {
    const read = await board.readSeasonBoard({ db, clock }, params.id);
    await noteOpened(db, clock.now(), viewer, { kind: 'season', subject_id: params.id });
    return [read];
  });
}
