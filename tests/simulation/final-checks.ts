import { sql } from 'drizzle-orm';
import { brokenRules, type BrokenRule, type Rule } from '#tests/support/database/broken-rules.ts';
import { dumpDatabase } from '#tests/support/database/dump-database.ts';
import { findSecrets } from '#tests/support/database/find-secrets.ts';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { brokenPromises } from '#tests/support/database/payment-promises.ts';
import { mailJobs } from '#server/mail-jobs.ts';
import { brokenAmendments } from './amendment-rules.ts';
import { brokenBooks } from './daily-books.ts';
import { brokenLaterPromises } from './later-promises.ts';
import { forgottenFees, SEASON_RULES } from './season-rules.ts';
import { brokenMonths } from './closed-months.ts';
import { openEvents } from './next-event.ts';
import { brokenStatements } from './statements.ts';
import { brokenReport } from './season-report.ts';
import { SECRETS } from './typed-instruments.ts';
import type { World } from './world.ts';

export type Broken = BrokenRule;

// A mail takes longer to draw than a family takes to buy; what it is made of is in the outbox of every run.
const MAILS_EVERY = 10;

const eventsAreProcessed = ({ clock }: World): Rule => ({
  name: 'S14 whatever the processor has told is written down and processed',
  broken: sql`select * from ${openEvents(clock.today())} open_events`,
});

/**
 * Everything that must hold once a season has healed: I1 to I14, the promises about payments, and what
 * families were told.
 */
export async function finalChecks(world: World, seed: number): Promise<Broken[]> {
  // Before the mails leave: what they say of cards leaves with them.
  const brokenLater = await brokenLaterPromises(world);
  if (seed % MAILS_EVERY === 0) for (const job of mailJobs(world.context)) await job.run();
  await noteEnds(world);
  return [
    ...(await brokenInvariants(world.db, 'healed')),
    ...(await brokenPromises(world.db)),
    ...(await brokenRules(world.db, [eventsAreProcessed(world)])),
    ...(await falseNotices(world)),
    ...brokenLater,
    ...(await brokenRules(world.db, SEASON_RULES)),
    ...(await forgottenFees(world)),
    ...(await foundCanaries(world)),
    ...(await brokenBooks(world)),
    ...(await brokenReport(world)),
    ...(await brokenAmendments(world)),
    ...(await brokenMonths(world)),
    ...(await brokenStatements(world)),
  ];
}

/** Whoever was told that the order is bought has it, unless staff have ended it since. */
async function falseNotices({ db, toldBought }: World): Promise<Broken[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from orders where status in ('active', 'cancelled')`,
  );
  const bought = new Set(rows.map(({ id }) => id));
  const lost = [...toldBought].filter((id) => !bought.has(id));
  return lost.length > 0
    ? [{ name: 'O10 whoever was told that the order is bought has it', rows: lost }]
    : [];
}

async function foundCanaries({ db, logLines, context, simEvents }: World): Promise<Broken[]> {
  const mails = context.mail.sent.map(({ subject, html, text, to }) =>
    [subject, html, text, ...to].join('\n'),
  );
  for (const _ of mails) simEvents('mail sent');
  const places = {
    'the database, outbox and queue': await dumpDatabase(db),
    'the log': logLines.join(''),
    'the mails': mails.join('\n'),
  };
  return Object.entries(places).flatMap(([place, text]) => {
    const found = findSecrets(text, SECRETS);
    return found.length > 0 ? [{ name: `I14 no number or code in ${place}`, rows: found }] : [];
  });
}

/** What became of everything, for the count of what a run went through. */
async function noteEnds({ db, simEvents }: World): Promise<void> {
  const { rows } = await db.execute<{ what: string; count: number }>(sql`
    select 'attempt ' || state as what, count(*)::int as count from charge_attempts group by state
    union all select 'attempt returned ' || code, count(*)::int from charge_attempts where state = 'returned'
    group by code
    union all select 'attempt healed by the resolver', count(*)::int from charge_attempts
    where replays > 0 and state in ('succeeded', 'processing', 'declined')
    union all select 'attempt of a later payment', count(*)::int from charge_attempts a
    join payments p on p.id = a.payment_id where p.payment_number > 1
    union all select 'payment returned after its order ended', count(*)::int from audit_log
    where action = 'billing.returned_after_end'
    union all select 'payment retried', count(*)::int from payments where attempts > 1
    union all select 'payment tried four times', count(*)::int from payments where attempts > 3
    union all select 'payment needs a method', count(*)::int from payments where status = 'needs_method'
    union all select 'order ' || status, count(*)::int from orders group by status
    union all select 'aid use ' || (detail -> 'after' ->> 'aid_use'), count(*)::int from audit_log
    where action = 'order.cancel' and detail -> 'after' ? 'aid_use' group by detail -> 'after' ->> 'aid_use'
    union all select 'order past due', count(*)::int from orders where past_due
    union all select 'order fully paid', count(*)::int from orders o
    where status = 'active' and not exists (select 1 from payments p
      where p.order_id = o.id and p.paid_at is null)
    union all select 'refund ' || state, count(*)::int from refunds group by state
    union all select 'refund healed by the resolver', count(*)::int from refunds
    where replays > 0 and state in ('succeeded', 'failed')
    union all select 'refund of several payments', count(*)::int
    from (select 1 from refunds group by order_refund_id having count(*) > 1) parts
    union all select 'refund of a whole order', count(*)::int from order_refunds where is_whole
    union all select 'discount of a sibling', count(*)::int from contract_discounts
    union all select 'financial aid', count(*)::int from contract_financial_aid
    union all select 'aid ' || outcome, count(*)::int from contract_financial_aid
    where outcome is not null group by outcome
    union all select 'aid confirmed before its first charge', count(*)::int
    from contract_financial_aid f join financial_aid_codes c on c.id = f.financial_aid_code_id
    where c.needs_confirmation and f.outcome = 'confirmed'
    union all select 'end of an order with its aid ' || coalesce(outcome, 'waits'), count(*)::int
    from second_person_requests where kind = 'aid_end' group by outcome
    union all select 'amendment ' || state, count(*)::int from contract_amendments group by state
    union all select 'amendment of another route', count(*)::int from contract_amendments
    where state = 'applied' and change -> 'request' -> 'contract' ->> 'route_id'
      <> change -> 'contract_before' ->> 'route_id'
    union all select 'amendment by days', count(*)::int from contract_amendments
    where state = 'applied' and plan ->> 'days_left' is not null
    union all select 'amendment with a fee', count(*)::int from contract_amendments
    where state = 'applied' and fee_cents > 0
    union all select 'amendment with a refund', count(*)::int from contract_amendments
    where state = 'applied' and refund_key is not null
    union all select 'amendment with cents not asked for', count(*)::int from contract_amendments
    where state = 'applied' and (plan ->> 'not_asked_cents')::int > 0
    union all select 'aid asked for after a decline', count(*)::int from payments
    where financial_aid_id is not null`);
  for (const { what, count } of rows) simEvents.counts[what] = count;
}
