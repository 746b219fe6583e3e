import { DAY_MS } from '#kit/durations.ts';
import { startOfDayIn } from '#kit/plain-date.ts';
import { fullName } from '#kit/text/full-name.ts';
import { openAwardWork } from '#modules/aid/awards.service.ts';
import { listMatters } from '#modules/billing/worklist/list-matters.service.ts';
import type { Matter } from '#modules/billing/worklist/worklist.contract.ts';
import { applicationWork } from '#modules/careers/inbox.service.ts';
import { seasonCheckWork } from '#modules/catalog/checks/found-checks.service.ts';
import { changedStudentWork } from '#modules/office/lists/student-list.service.ts';
import { givenUpMailWork, returnedMailWork } from '#modules/office/mails/mails.service.ts';
import { failedPaymentWork } from '#modules/office/owed/owed.service.ts';
import { acceptanceWork } from '#modules/orders/acceptance/acceptance.service.ts';
import { aidClaimWork } from '#modules/orders/aid/aid-claims.service.ts';
import { lostAmendmentWork } from '#modules/orders/amendments/read-amendments.service.ts';
import {
  missingPhotoWork,
  specialRequestWork,
  unverifiedEmailWork,
} from '#modules/orders/contracts/order-documents.service.ts';
import { lateCheckWork } from '#modules/orders/offers/late-checks.service.ts';
import { lostOfferWork } from '#modules/orders/offers/read-offers.service.ts';
import { paperWork } from '#modules/orders/paper/find-draft.service.ts';
import { reassignmentWork, refundRequestWork } from '#modules/orders/requests/refund-inbox.service.ts';
import { approvalWork } from '#modules/orders/second-person/second-person.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/db/database.ts';
import type { WorkRows } from '#platform/db/work-rows.ts';
import type { WorkKind } from './work-kinds.ts';
import { workOfRows, type WorkSource } from './worklist.queries.ts';

export type WorkClock = Pick<Clock, 'now' | 'today' | 'time_zone'>;
export type WorkNeeds = { db: Db; clock: WorkClock };

/** Days after the signing until an address must be verified. */
const VERIFY_DAYS = 3;

/** The rows of each kind, by the condition of the list on which staff do the work. */
const SOURCES: Record<Exclude<WorkKind, 'money_matter'>, (needs: WorkNeeds) => WorkRows> = {
  refund_request: () => refundRequestWork,
  reassignment: () => reassignmentWork,
  aid_claim: () => aidClaimWork,
  approval: () => approvalWork,
  award_without_child: ({ clock }) => openAwardWork(clock.today()),
  lost_offer: ({ clock }) => lostOfferWork(clock.now(), clock.today()),
  late_check: ({ clock }) => lateCheckWork(clock),
  paper: () => paperWork,
  lost_amendment: () => lostAmendmentWork,
  acceptance: ({ db, clock }) => acceptanceWork(db, clock.now()),
  special_request: ({ clock }) => specialRequestWork(clock.today()),
  changed_student: ({ clock }) => changedStudentWork(clock.today()),
  photo: ({ clock }) => missingPhotoWork(clock.today()),
  email: ({ clock }) => unverifiedEmailWork(clock.today(), daysAgo(clock, VERIFY_DAYS)),
  mail: () => givenUpMailWork,
  returned_mail: () => returnedMailWork,
  failed_payment: ({ clock }) => failedPaymentWork(clock.today()),
  season_check: () => seasonCheckWork,
  application: () => applicationWork,
};

const daysAgo = (clock: WorkClock, days: number) => new Date(clock.now().getTime() - days * DAY_MS);

/** @param matters  the open matters of money, if they are read already */
export async function workSources(
  needs: WorkNeeds,
  kinds: readonly WorkKind[],
  matters?: readonly Matter[],
): Promise<WorkSource[]> {
  const found: WorkSource[] = [];
  for (const kind of kinds)
    found.push({
      kind,
      rows:
        kind === 'money_matter'
          ? matterWork(needs.clock, matters ?? (await listMatters(needs.db, needs.clock)))
          : SOURCES[kind](needs),
    });
  return found;
}

const matterWork = ({ time_zone }: WorkClock, matters: readonly Matter[]): WorkRows =>
  workOfRows(
    matters.map(({ kind, subject, since, payment, parent }) => ({
      subject: `${kind}/${subject}`,
      since: startOfDayIn(time_zone, since).toISOString(),
      order_id: payment?.order_id ?? null,
      user_id: parent?.id ?? null,
      title: parent ? fullName(parent) : null,
      detail: kind,
    })),
  );
