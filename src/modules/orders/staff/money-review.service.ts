import { z } from 'zod';
import { addDays, plainDate, startOfDayIn } from '#kit/plain-date.ts';
import { listConcessions } from '#modules/billing/second-person/concessions.service.ts';
import { getCompany } from '#modules/catalog/catalog.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database, Db } from '#platform/db/database.ts';
import { renderEmail } from '#platform/mail/layout.ts';
import { enqueue, type Renderers } from '#platform/outbox/outbox.ts';
import { moneyReviewEmail } from './money-review.emails.ts';
import { listAwards, listRefundsOfActive } from './money-review.queries.ts';
import { lastWeek, type ReviewedDecision, type ReviewWeek } from './review-week.ts';

type Deps = { db: Database; clock: Clock; config: Config };

async function listDecisions(db: Db, clock: Clock, { from, until }: ReviewWeek): Promise<ReviewedDecision[]> {
  const instants = {
    from: startOfDayIn(clock.time_zone, from),
    before: startOfDayIn(clock.time_zone, addDays(until, 1)),
  };
  const found = [listRefundsOfActive, listConcessions, listAwards].map((list) => list(db, instants));
  const decisions: ReviewedDecision[] = (await Promise.all(found)).flat();
  return decisions.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** A week without decisions has no mail (H4). */
export async function reviewLastWeek({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const week = lastWeek(clock.today());
  if ((await listDecisions(db, clock, week)).length === 0) return;
  await db.transaction((tx) =>
    enqueue(tx, clock.now(), { kind: 'orders.money_review', ref: `week-${week.from}`, payload: week }),
  );
}

const weekShape = z.object({ from: z.string(), until: z.string() });

export function moneyReviewEmails({ db, clock, config }: Deps): Renderers {
  return {
    'orders.money_review': async (payload) => {
      const { from, until } = weekShape.parse(payload);
      const week = { from: plainDate(from), until: plainDate(until) };
      const decisions = await listDecisions(db, clock, week);
      if (decisions.length === 0) return undefined;
      const company = await getCompany(db);
      const emailContent = moneyReviewEmail({
        company: company.name,
        time_zone: clock.time_zone,
        week,
        decisions,
        link: `${config.publicUrl}/admin/audit`,
      });
      return { to: [company.customer_service_email], ...renderEmail(emailContent) };
    },
  };
}
