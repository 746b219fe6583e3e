import type { FastifyInstance } from 'fastify';
import { handle } from '#server/http/handle.ts';
import type { AppContext } from '#server/app-context.ts';
import { readSeasonBoard } from './board.contract.ts';
import * as board from './board.service.ts';
import { listSeasons } from './seasons.contract.ts';
import * as seasons from './seasons.service.ts';

export function registerSeasonRoutes(app: FastifyInstance, { db, clock }: AppContext): void {
  handle(app, listSeasons, async ({ viewer }) => seasons.listSeasons({ db, clock }, viewer));
  handle(app, readSeasonBoard, async ({ params }) => [await board.readSeasonBoard({ db, clock }, params.id)]);
}
