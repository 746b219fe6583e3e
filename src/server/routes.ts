import type { FastifyInstance } from 'fastify';
import { registerAccountsRoutes } from '#modules/accounts/accounts.routes.ts';
import { registerEnrolmentRoutes } from '#modules/accounts/enrolment/enrolment.routes.ts';
import { registerPasskeyRoutes } from '#modules/accounts/sessions/passkeys.routes.ts';
import { registerOwnSessionsRoutes } from '#modules/accounts/sessions/own-sessions.routes.ts';
import { registerFamilyRoutes } from '#modules/accounts/families/families.routes.ts';
import { registerStaffRoutes } from '#modules/accounts/staff/staff.routes.ts';
import { effectsTeller } from '#modules/office/effects/effects.service.ts';
import { registerOfficeFiles, registerOfficeRoutes } from '#modules/office/office.routes.ts';
import { registerListRoutes } from '#modules/office/lists/lists.routes.ts';
import { registerLookupRoutes } from '#modules/office/lookup/lookup.routes.ts';
import { registerViewRoutes } from '#modules/office/views/views.routes.ts';
import { registerWorklistRoutes } from '#modules/office/worklist/worklist.routes.ts';
import { registerSetUpRoutes } from '#modules/office/set-up/set-up.routes.ts';
import { registerWaitingRoutes } from '#modules/office/waiting/waiting.routes.ts';
import { registerSeasonRoutes } from '#modules/office/seasons/seasons.routes.ts';
import { registerAwardRoutes } from '#modules/aid/aid.routes.ts';
import { eraseAwardsOf } from '#modules/aid/awards.service.ts';
import { tryAwardsAgain } from '#modules/aid/match-awards.service.ts';
import { registerBillingRoutes } from '#modules/billing/billing.routes.ts';
import { registerBookkeepingRoutes } from '#modules/billing/bookkeeping/bookkeeping.routes.ts';
import { registerCareersRoutes } from '#modules/careers/careers.routes.ts';
import { registerCatalogRoutes } from '#modules/catalog/catalog.routes.ts';
import { registerCatalogChangesRoutes } from '#modules/catalog/changes/changes.routes.ts';
import { registerUploadRoutes } from '#modules/catalog/files/uploads.routes.ts';
import { registerSeasonChecksRoutes } from '#modules/catalog/checks/checks.routes.ts';
import {
  registerSeasonExchangeFiles,
  registerSeasonExchangeRoutes,
} from '#modules/catalog/exchange/exchange.routes.ts';
import { registerSeasonTextsRoutes } from '#modules/catalog/texts/texts.routes.ts';
import { registerPlanningRoutes } from '#modules/catalog/planning/planning.routes.ts';
import { registerRolloverRoutes } from '#modules/catalog/planning/rollover.routes.ts';
import { registerContentRoutes } from '#modules/content/content.routes.ts';
import { registerDocumentsRoutes } from '#modules/documents/documents.routes.ts';
import { registerAcceptanceRoutes } from '#modules/orders/acceptance/acceptance.routes.ts';
import { registerOfferRoutes } from '#modules/orders/offers/offers.routes.ts';
import { registerPaperRoutes } from '#modules/orders/paper/paper.routes.ts';
import { registerAidRoutes } from '#modules/orders/aid/aid.routes.ts';
import {
  registerAmendmentFiles,
  registerAmendmentRoutes,
} from '#modules/orders/amendments/amendments.routes.ts';
import { registerSecondPersonRoutes } from '#modules/orders/second-person/second-person.routes.ts';
import { registerCongestionFeeRoutes } from '#modules/orders/congestion-fees/congestion-fees.routes.ts';
import { registerOrdersFiles, registerOrdersRoutes } from '#modules/orders/orders.routes.ts';
import {
  registerPrintedContractFiles,
  registerPrintedContractRoutes,
} from '#modules/orders/printed/printed-contracts.routes.ts';
import { compareChildAgain } from '#modules/orders/checkout/same-child.service.ts';
import { eraseOrdersOfStudent } from '#modules/orders/erasure/erase-orders.service.ts';
import { contractCounts } from '#modules/orders/reading/read-orders.service.ts';
import {
  registerStatementFiles,
  registerStatementRoutes,
} from '#modules/reports/statement/statement.routes.ts';
import { registerReportsFiles, registerReportsRoutes } from '#modules/reports/reports.routes.ts';
import { registerRehearsalRoutes } from '#modules/rehearsals/rehearsals.routes.ts';
import { registerRefundRequestRoutes } from '#modules/orders/requests/requests.routes.ts';
import { closedKindsOf } from '#modules/billing/processor/closed-kinds.service.ts';
import { countSeatsLeft } from '#modules/seats/seats.service.ts';
import { eraseSeatsOf } from '#modules/seats/waiting-list.service.ts';
import { registerSeatsRoutes } from '#modules/seats/seats.routes.ts';
import type { CompareAgain, EraseTraces, NoteChild } from '#modules/students/students.service.ts';
import { registerNotesRoutes } from '#modules/students/notes.routes.ts';
import { registerStudentsFiles, registerStudentsRoutes } from '#modules/students/students.routes.ts';
import { registerPrivacyFiles, registerPrivacyRoutes } from '#modules/privacy/privacy.routes.ts';
import type { AppContext } from './app-context.ts';
import { servePublicFiles } from './http/public-files.ts';

type RegisterRoutes = (app: FastifyInstance, context: AppContext) => void;

const traces =
  ({ clock }: AppContext): EraseTraces =>
  async (tx, student_id) => {
    await eraseSeatsOf(tx, [student_id]);
    await eraseAwardsOf(tx, [student_id], 'account');
    await eraseOrdersOfStudent(tx, student_id, clock.today());
  };

const comparison =
  ({ clock, vault }: AppContext): CompareAgain =>
  (tx, child) =>
    compareChildAgain(tx, { now: clock.now(), vault }, child);

const awardsOf =
  ({ clock, vault }: AppContext): NoteChild =>
  (tx, student_id) =>
    tryAwardsAgain(tx, { now: clock.now(), today: clock.today(), vault }, { student_id });

/** Routes of all modules below /api, in the order of /api/openapi.json. */
export const moduleRoutes: RegisterRoutes[] = [
  registerAccountsRoutes,
  registerPasskeyRoutes,
  registerOwnSessionsRoutes,
  registerEnrolmentRoutes,
  registerStaffRoutes,
  registerFamilyRoutes,
  registerContentRoutes,
  (app, context) =>
    registerStudentsRoutes(app, context, {
      countContracts: contractCounts,
      compareAgain: comparison(context),
      noteChild: awardsOf(context),
      eraseTraces: traces(context),
    }),
  registerNotesRoutes,
  registerSeatsRoutes,
  (app, context) =>
    registerCatalogRoutes(app, context, {
      countSeatsLeft,
      closedWays: () => closedKindsOf(context.db, context.billing),
    }),
  (app, context) => registerCatalogChangesRoutes(app, context, effectsTeller(context)),
  registerSeasonChecksRoutes,
  registerUploadRoutes,
  (app, context) => registerSeasonExchangeRoutes(app, context, effectsTeller(context)),
  registerSeasonTextsRoutes,
  registerPlanningRoutes,
  registerRolloverRoutes,
  registerAwardRoutes,
  registerDocumentsRoutes,
  registerBillingRoutes,
  registerBookkeepingRoutes,
  registerOrdersRoutes,
  registerPrintedContractRoutes,
  registerRefundRequestRoutes,
  registerReportsRoutes,
  registerStatementRoutes,
  registerRehearsalRoutes,
  registerCongestionFeeRoutes,
  registerAcceptanceRoutes,
  registerOfferRoutes,
  registerPaperRoutes,
  registerAidRoutes,
  registerAmendmentRoutes,
  registerSecondPersonRoutes,
  registerCareersRoutes,
  registerPrivacyRoutes,
  registerOfficeRoutes,
  registerSeasonRoutes,
  registerWaitingRoutes,
  registerListRoutes,
  registerLookupRoutes,
  registerViewRoutes,
  registerWorklistRoutes,
  registerSetUpRoutes,
];

/** Public files and files of users, by module, served below /storage. */
export const moduleFiles: RegisterRoutes[] = [
  servePublicFiles,
  registerStudentsFiles,
  registerOrdersFiles,
  registerAmendmentFiles,
  registerPrintedContractFiles,
  registerPrivacyFiles,
  registerReportsFiles,
  registerStatementFiles,
  registerOfficeFiles,
  registerSeasonExchangeFiles,
];
