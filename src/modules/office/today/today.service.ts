import { dayIn, daysBetween } from '#kit/plain-date.ts';
import { countOpenDifferences } from '#modules/billing/reconciliation/read-reconciliation.service.ts';
import { currentCatalog } from '#modules/catalog/current-catalog.service.ts';
import { listMatters } from '#modules/billing/worklist/list-matters.service.ts';
import { countOpenApplications } from '#modules/careers/inbox.service.ts';
import { lateAcceptances } from '#modules/orders/acceptance/acceptance.service.ts';
import { openClaims } from '#modules/orders/aid/aid-claims.service.ts';
import { waitingPapers } from '#modules/orders/paper/find-draft.service.ts';
import { countOpenRefundRequests } from '#modules/orders/requests/refund-inbox.service.ts';
import { waitingApprovals } from '#modules/orders/second-person/second-person.service.ts';
import { listBadParts } from '#modules/office/health/health.service.ts';
import { countGivenUpMails } from '#modules/office/mails/mails.service.ts';
import { countOwed } from '#modules/office/owed/owed.service.ts';
import { countContracts, countFamilies } from '#modules/office/people/people.queries.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { countWork } from '#modules/office/worklist/worklist.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { atOnce } from '#platform/db/at-once.ts';
import type { Db } from '#platform/db/database.ts';
import type { Today } from './today.contract.ts';

type Needs = { db: Db; clock: Pick<Clock, 'now' | 'today' | 'time_zone'> };

/** Numbers of families and contracts; parts without the viewer's right leave the answer by its shape. */
export async function readToday({ db, clock }: Needs, viewer: Viewer): Promise<Today> {
  const today = clock.today();
  const daysSince = (at: Date | null) => at && daysBetween(dayIn(clock.time_zone, at), today);
  const { periods } = await currentCatalog(db);
  const [families, contracts, { waiting, work, ...oldest }, late_acceptances, health_bad] = await atOnce([
    countFamilies(db),
    countContracts(db, today),
    countWaiting({ db, clock }, viewer),
    lateAcceptances(db, clock),
    listBadParts(db),
  ]);
  return {
    ...families,
    ...contracts,
    waiting,
    work,
    health_bad,
    late_acceptances,
    has_published_season: periods.some(({ is_draft }) => !is_draft),
    aid_oldest_days: daysSince(oldest.claimAt),
    approvals_oldest_days: daysSince(oldest.approvalAt),
    money_matters_oldest_days: oldest.matterDays,
  };
}

/** Each count is the length of the list that staff open from the menu. */
async function countWaiting({ db, clock }: Needs, viewer: Viewer) {
  const [requests, approvals, claims, paper, owed, matters, differences, applications, mails] = await atOnce([
    countOpenRefundRequests(db),
    waitingApprovals(db),
    openClaims(db),
    waitingPapers(db),
    countOwed(db, clock.today()),
    listMatters(db, clock),
    countOpenDifferences(db),
    countOpenApplications(db),
    countGivenUpMails(db),
  ]);
  const work = await countWork({ db, clock }, viewer, matters);
  return {
    work,
    waiting: {
      requests,
      approvals: approvals.requests,
      claims: claims.claims,
      paper,
      owed,
      money: matters.length,
      differences,
      applications,
      mails,
      work: work.reduce((all, { n }) => all + n, 0),
    },
    approvalAt: approvals.oldest_at,
    claimAt: claims.oldest_at,
    matterDays: matters[0]?.days ?? null,
  };
}
