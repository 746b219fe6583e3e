import type { FastifyInstance } from 'fastify';
import { sellsAs } from '#modules/accounts/rights.ts';
import type { EndpointDefinition, Items, Received } from '#kit/endpoint/endpoint.ts';
import { askedTogether } from '#kit/asked-together.ts';
import type { AppContext } from '#server/app-context.ts';
import { inTx, type Call } from '#server/http/call.ts';
import { handle, readyAnswer } from '#server/http/handle.ts';
import { MovedAnswer } from '#server/http/ready-answer.ts';
import * as calls from './catalog.contract.ts';
import * as catalogs from './catalog.service.ts';
import { findMovedPath, onceACatalog, type SellingCatalog } from './current-catalog.service.ts';
import { catalogFor, clockFor } from './preview.service.ts';
import * as aidCodeCalls from './routes/aid-codes.contract.ts';
import * as aidCodes from './routes/aid-codes.service.ts';
import * as routeCalls from './routes/routes.contract.ts';
import { listPeriodPrograms, listRoutes, seatsLeftOn, type CountSeatsLeft } from './routes/routes.service.ts';
import { readServerInfo, type ClosedWays } from './server-info.service.ts';

type Ports = { countSeatsLeft: CountSeatsLeft; closedWays: ClosedWays };

export function registerCatalogRoutes(app: FastifyInstance, context: AppContext, ports: Ports): void {
  const { db, clock, config } = context;
  const { countSeatsLeft, closedWays } = ports;
  registerAidCodes(app, context);
  handle(app, calls.readServerInfo, async ({ preview }) => [
    await readServerInfo({ db, clock: clockFor(clock, preview), config, closedWays }),
  ]);
  registerPublicReads(app, context);
  registerRoutesForSale(app, context, countSeatsLeft);
}

function registerAidCodes(app: FastifyInstance, { db, clock }: AppContext): void {
  handle(app, aidCodeCalls.listAidPrograms, async () => aidCodes.listAidPrograms(db));
  handle(app, aidCodeCalls.listAidCodes, async ({ params }) =>
    aidCodes.listAidCodesOf(db, params.period_program_id),
  );
  handle(
    app,
    aidCodeCalls.createAidCode,
    inTx(async (tx, { viewer, body }) => [await aidCodes.createAidCode(tx, clock, viewer, body)]),
  );
}

/** A trailing `1` of an address means active records only (W4, W5). */
function registerPublicReads(app: FastifyInstance, { db, clock }: AppContext): void {
  const serve = <const D extends EndpointDefinition & { preview: 'read' }>(
    definition: D,
    read: (catalog: SellingCatalog, params: Received<D>['params']) => Items<D>,
  ) => {
    const answer = answersOf(definition, read);
    handle(app, definition, async ({ params, preview }: Call<D>) =>
      answer(await catalogFor({ db, clock }, preview), params),
    );
  };
  serve(calls.listProducts, catalogs.listProducts);
  serve(calls.listDivisions, (catalog, { division_id }) => catalogs.listDivisions(catalog, division_id));
  const schoolAnswer = answersOf(
    calls.findProgramGroupByPath,
    (catalog: SellingCatalog, { path, division_id }: SchoolAsked) => [
      catalogs.findProgramGroupByPath(catalog, path, division_id),
    ],
  );
  handle(app, calls.findProgramGroupByPath, async ({ params, preview, request }) => {
    const moved = await findMovedPath(db, params.path);
    // The path is one part of the address, before the division if there is one (SE2.7).
    const address = request.url.replace(/\/get\/path\/[^/?]+/, () => `/get/path/${moved}`);
    if (moved) return new MovedAnswer(address);
    return schoolAnswer(await catalogFor({ db, clock }, preview), params);
  });
  serve(calls.listProgramGroups, (catalog, { program_group_id }) =>
    catalogs.listProgramGroups(catalog, program_group_id),
  );
  serve(calls.readProgramGroup, (catalog, { program_group_id }) =>
    catalogs.listProgramGroups(catalog, program_group_id),
  );
  serve(calls.listPrograms, (catalog, { program_group_id }) =>
    catalogs.listPrograms(catalog, program_group_id),
  );
  serve(calls.listGrades, (catalog, { program_id, grade_id }) =>
    catalogs.listGrades(catalog, program_id, grade_id),
  );
  serve(calls.listPeriodProgramGroups, (catalog, { period_id, program_group_id, active }) =>
    catalogs.listPeriodProgramGroups(catalog, { period_id, program_group_id, activeOnly: active === '1' }),
  );
  serve(routeCalls.listPeriodPrograms, listPeriodPrograms);
}

type SchoolAsked = Received<typeof calls.findProgramGroupByPath>['params'];

function registerRoutesForSale(
  app: FastifyInstance,
  { db, clock }: AppContext,
  countSeatsLeft: CountSeatsLeft,
): void {
  const seatsOf = (catalog: SellingCatalog, asked: AskedSeats) =>
    seatsLeftOn({ db, countSeatsLeft }, catalog, { ...asked, now: clock.now() });
  // Visitors hold no seat, so concurrent requests share an answer.
  const ofVisitors = onceACatalog((catalog: SellingCatalog, question: string) =>
    askedTogether(() => seatsOf(catalog, JSON.parse(question) as AskedSeats)),
  );
  const seatsOfVisitors = (catalog: SellingCatalog, asked: AskedSeats) =>
    ofVisitors(catalog, JSON.stringify(asked))();
  const routesAnswer = answersOf(routeCalls.listRoutes, listRoutes);
  handle(app, routeCalls.listRoutes, async ({ params, viewer, preview }) => {
    const catalog = await catalogFor({ db, clock }, preview);
    const { period_program_id } = params;
    // A parent of a preview has no account, so holds no seat; the seats are those of now.
    const user_id = preview ? undefined : viewer?.user_id;
    const asked = { period_program_id, activeOnly: params.active === '1', user_id };
    const seats = await (user_id === undefined ? seatsOfVisitors(catalog, asked) : seatsOf(catalog, asked));
    return routesAnswer(catalog, { period_program_id, seats, withStaffOffers: sellsAs(viewer, preview) });
  });
}

type AskedSeats = Omit<Parameters<typeof seatsLeftOn>[2], 'now'>;

/** Keeps the bytes of each answer per catalog version. */
function answersOf<const D extends EndpointDefinition, Question>(
  definition: D,
  read: (catalog: SellingCatalog, question: Question) => Items<D>,
) {
  const answers = onceACatalog(
    (catalog: SellingCatalog, question: string) =>
      readyAnswer(definition, read(catalog, JSON.parse(question) as Question)),
    ({ bytes }) => bytes,
  );
  return (catalog: SellingCatalog, question: Question) => answers(catalog, JSON.stringify(question ?? {}));
}
