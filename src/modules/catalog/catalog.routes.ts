import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/app-context.ts';
import { handle } from '#server/http/handle.ts';
import * as calls from './catalog.contract.ts';
import * as catalog from './catalog.service.ts';
import * as routeCalls from './routes/routes.contract.ts';
import { listPeriodPrograms, listRoutes, type CountSeatsLeft } from './routes/routes.service.ts';
import { readServerInfo } from './server-info.service.ts';

/** The public reads of the catalog (W4); a trailing `1` means active records only (W5). */
export function registerCatalogRoutes(
  app: FastifyInstance,
  { db, clock }: AppContext,
  { countSeatsLeft }: { countSeatsLeft: CountSeatsLeft },
): void {
  handle(app, calls.readServerInfo, async () => [await readServerInfo(db, clock)]);
  handle(app, calls.listProducts, () => catalog.listProducts(db));
  handle(app, calls.listDivisions, ({ params }) => catalog.listDivisions(db, params.division_id));
  handle(app, calls.findProgramGroupByPath, async ({ params }) => [
    await catalog.findProgramGroupByPath(db, params.path, params.division_id),
  ]);
  handle(app, calls.listProgramGroups, ({ params }) =>
    catalog.listProgramGroups(db, params.program_group_id),
  );
  handle(app, calls.readProgramGroup, ({ params }) => catalog.listProgramGroups(db, params.program_group_id));
  handle(app, calls.listPrograms, ({ params }) => catalog.listPrograms(db, params.program_group_id));
  handle(app, calls.listGrades, ({ params }) => catalog.listGrades(db, params.program_id, params.grade_id));
  handle(app, calls.listPeriodProgramGroups, ({ params }) =>
    catalog.listPeriodProgramGroups(db, {
      period_id: params.period_id,
      program_group_id: params.program_group_id,
      activeOnly: params.active === '1',
    }),
  );
  handle(app, routeCalls.listPeriodPrograms, ({ params }) =>
    listPeriodPrograms(db, { period_id: params.period_id, program_id: params.program_id }),
  );
  handle(app, routeCalls.listRoutes, ({ params, viewer }) =>
    listRoutes(
      { db, countSeatsLeft },
      {
        period_program_id: params.period_program_id,
        activeOnly: params.active === '1',
        now: clock.now(),
        user_id: viewer?.user_id,
        withStaffOffers: viewer !== undefined && (viewer.is_staff || viewer.impersonator_id !== null),
      },
    ),
  );
}
