import type { FastifyInstance } from 'fastify';
import type { TellEffects } from '#modules/catalog/changes/effects.service.ts';
import type { AppContext } from '#server/app-context.ts';
import { serveArchives } from '#server/http/archives.ts';
import { handle } from '#server/http/handle.ts';
import { triggerSoon } from '#server/http/trigger-soon.ts';
import { readUpload } from '#server/http/upload.ts';
import * as calls from './exchange.contract.ts';
import { linkToSeason, openSeasonArchive } from './season-archive.service.ts';
import { applySeasonImport, readSeasonImport, takeSeasonFile } from './season-imports.service.ts';
import { PACKED_BYTES } from './unpack-season.service.ts';

/** The season file in the browser (SE10). */
export function registerSeasonExchangeRoutes(
  app: FastifyInstance,
  context: AppContext,
  tellEffects: TellEffects,
): void {
  const deps = { ...context, tellEffects };
  handle(app, calls.uploadSeason, async ({ viewer, request }) => [
    await takeSeasonFile(deps, viewer, await readUpload(request, PACKED_BYTES)),
  ]);
  handle(app, calls.readSeasonImport, async ({ viewer, params, query }) => [
    await readSeasonImport(deps, viewer, { ...params, ...query }),
  ]);
  handle(app, calls.applySeasonImport, async ({ viewer, params, body }) => {
    const applied = await applySeasonImport(deps, viewer, { ...params, ...body });
    await triggerSoon(context, 'catalog.find-checks');
    return [applied];
  });
  handle(app, calls.exportSeasons, async ({ viewer, body }) => [
    await linkToSeason(context, viewer, body.period_id),
  ]);
}

export function registerSeasonExchangeFiles(storage: FastifyInstance, context: AppContext): void {
  serveArchives(storage, context, 'season-exports', (viewer, path) =>
    openSeasonArchive(context, viewer, path),
  );
}
