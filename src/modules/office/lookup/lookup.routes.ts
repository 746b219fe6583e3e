import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/app-context.ts';
import { handle } from '#server/http/handle.ts';
import { searchOffice as searchOfficeCall } from './lookup.contract.ts';
import { searchOffice } from './lookup.service.ts';

export function registerLookupRoutes(app: FastifyInstance, { db, clock, vault }: AppContext): void {
  handle(app, searchOfficeCall, async ({ viewer, query }) => [
    { groups: await searchOffice({ db, clock, vault }, viewer, query.q) },
  ]);
}
