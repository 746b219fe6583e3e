import { sql, type SQL } from 'drizzle-orm';
import { DAY_MS } from '#kit/durations.ts';
import { findSeasonChecks } from '#modules/catalog/checks/found-checks.service.ts';
import type { WorkKind } from '#modules/office/worklist/work-kinds.ts';
import { enqueue } from '#platform/outbox/outbox.ts';
import { aJobApplication, apply } from '#tests/support/forms/job-form.ts';
import { theLowerSchool } from './aid-to-confirm.ts';
import { placedByStaff } from './placed-by-staff.ts';
import {
  aBuyer,
  acceptancesOf,
  aCard,
  aContract,
  checkOut,
  type Offer,
  type SeasonApp,
} from './season-app.ts';
import type { StaffMember } from './staff.ts';

/** What the cause of an entry is about. */
export type WorkSubject = { shop: SeasonApp; staff: StaffMember; user_id: number; order_id: number };

type Cause = {
  /** @returns the subject of the entry */
  begin: (about: WorkSubject) => Promise<string>;
  /** without one, the entry goes by a mark of staff */
  end?: (about: WorkSubject, subject: string) => Promise<void>;
};

/** A family with a contract, signed ten days ago and without anything to do. */
export async function aQuietContract(
  shop: SeasonApp,
  staff: StaffMember,
  offer: Offer,
): Promise<WorkSubject> {
  // Of an entry about a photo before.
  await shop.context.db.execute(sql`update period_programs set is_photo_required = false`);
  const family = await aBuyer(shop.app);
  const { items, errors } = await checkOut(shop.app, family, {
    contract: aContract(family, offer, 'HML-RT-S2'),
    payment: aCard(),
    acceptances: acceptancesOf(offer),
  });
  if (!items[0]) throw new Error(errors.join());
  const [{ id: user_id }] = (await family.call('GET', '/user')).items;
  const about = { shop, staff, user_id, order_id: items[0].id };
  await run(about, sql`update users set email_verified_at = created_at where id = ${user_id}`);
  await run(
    about,
    sql`insert into student_images (student_id, path, created_at)
    values (${family.student_id}, ${`photo-${user_id}`}, ${ago(about, 10)})`,
  );
  await run(about, sql`update orders set created_at = ${ago(about, 10)} where id = ${about.order_id}`);
  return about;
}

const run = async ({ shop }: WorkSubject, statement: SQL): Promise<string> => {
  const { rows } = await shop.context.db.execute<{ id: unknown }>(statement);
  return String(rows[0]?.id);
};

const ago = ({ shop }: WorkSubject, days: number): string =>
  new Date(shop.context.clock.now().getTime() - days * DAY_MS).toISOString();

const ofOrder = (columns: SQL, { order_id }: WorkSubject): SQL =>
  sql`select ${columns} from orders where id = ${order_id}`;

const anAmendment = (about: WorkSubject, number: number, state: string) =>
  run(
    about,
    sql`insert into contract_amendments (order_id, number, kind, change, plan, plan_hash, snapshot_after,
        brings_texts, reason, fee_cents, counts_from, agree_by, state, proposed_by_id, proposed_at, ends_at)
      select order_id, ${number}, 'terms', '{"changes": []}', '{}', '', snapshot, false, 'why', 0,
        current_date, 'family', ${state}, ${about.staff.user_id}, ${ago(about, 9)}, ${ago(about, -9)}
      from contracts where order_id = ${about.order_id} returning id`,
  );

/** For another route than the one of the contract. */
const anOfferFor = (about: WorkSubject, state: string) =>
  run(
    about,
    sql`insert into sale_offers (user_id, student_id, route_id, payment_term_id, selection, quote, quote_hash,
        prices, priced_on, pay_by, state, made_by_id, made_at, ends_at)
      select o.user_id, o.student_id, t.route_id, t.id, '', '{}', '', '{}', current_date, 'check', ${state},
        ${about.staff.user_id}, ${ago(about, 9)}, ${ago(about, state === 'open' ? -9 : 8)}
      from orders o, payment_terms t join routes r on r.id = t.route_id
        join period_programs pp on pp.id = r.period_program_id
      where o.id = ${about.order_id} and r.id <> o.route_id and pp.period_id = o.period_id
      order by t.id limit 1 returning id`,
  );

const byOrder = (statement: (about: WorkSubject) => SQL) => async (about: WorkSubject) => {
  await run(about, statement(about));
};

/** For each kind of the worklist: what brings an entry, and what takes it away. */
export const CAUSES: Record<WorkKind, Cause> = {
  refund_request: {
    begin: (about) =>
      run(
        about,
        sql`insert into refund_requests (order_id, user_id, type, text_hash, ip, user_agent, requested_at)
          ${ofOrder(
            sql`id, user_id, 0, (select hash from accepted_texts limit 1), '', '', ${ago(about, 3)}`,
            about,
          )}
          returning id`,
      ),
    end: byOrder(
      ({ order_id }) => sql`update refund_requests set status = 'declined', ended_at = now()
        where order_id = ${order_id}`,
    ),
  },
  reassignment: {
    begin: (about) =>
      run(
        about,
        sql`insert into reassign_approvals (order_id, user_id, text_hash, ip, user_agent, requested_at)
          ${ofOrder(
            sql`id, user_id, (select hash from accepted_texts limit 1), '', '', ${ago(about, 3)}`,
            about,
          )}
          returning id`,
      ),
  },
  aid_claim: {
    begin: (about) =>
      run(
        about,
        sql`insert into contract_financial_aid (contract_id, financial_aid_code_id, code, amount_cents,
            to_confirm)
          select id, (select id from financial_aid_codes limit 1), 'CODE', 100, true
          from contracts where order_id = ${about.order_id} returning id`,
      ),
    end: async (about, subject) => {
      await run(
        about,
        sql`update contract_financial_aid set outcome = 'confirmed', decided_at = now(),
          decided_by_id = ${about.staff.user_id} where id = ${Number(subject)}`,
      );
    },
  },
  approval: {
    begin: (about) =>
      run(
        about,
        sql`insert into second_person_requests (order_id, subject, kind, command, amount_cents, reason,
            asked_by_id, asked_at)
          values (${about.order_id}, ${`order:${about.order_id}`}, 'refund', '{}', 100, 'why',
            ${about.staff.user_id}, ${ago(about, 3)}) returning id`,
      ),
    end: byOrder(
      ({ order_id, staff }) => sql`update second_person_requests set outcome = 'declined',
        decided_at = now(), decided_by_id = ${staff.user_id}, decline_reason = 'no'
        where order_id = ${order_id}`,
    ),
  },
  award_without_child: {
    begin: (about) =>
      run(
        about,
        sql`insert into aid_awards (period_id, program_group_id, first_name, last_name, kind, amount_cents,
            code, made_by_id, made_at)
          ${ofOrder(
            sql`period_id, program_group_id, 'Ada', 'Brandt', 'pays', 100, ${`AWARD-${about.order_id}`},
              ${about.staff.user_id}, ${ago(about, 3)}`,
            about,
          )}
          returning id`,
      ),
    end: async (about, subject) => {
      await run(
        about,
        sql`update aid_awards set student_id = (${ofOrder(sql`student_id`, about)})
          where id = ${Number(subject)}`,
      );
    },
  },
  lost_offer: {
    begin: (about) => anOfferFor(about, 'ended'),
    end: async (about) => {
      await anOfferFor(about, 'open');
    },
  },
  late_check: {
    begin: async (about) => {
      const offer = await anOfferFor(about, 'accepted');
      await run(about, sql`update sale_offers set order_id = ${about.order_id} where id = ${Number(offer)}`);
      return run(
        about,
        sql`update orders set status = 'awaiting_check', created_at = ${ago(about, 15)}
          where id = ${about.order_id} returning id`,
      );
    },
    end: byOrder(({ order_id }) => sql`update orders set status = 'active' where id = ${order_id}`),
  },
  paper: {
    begin: (about) =>
      run(
        about,
        sql`insert into printed_contracts (user_id, student_id, route_id, code, selection, facts, printed_at,
            expires_on, put_aside_at)
          ${ofOrder(
            sql`user_id, student_id, route_id, ${`0000-0000-${String(about.order_id).padStart(4, '0')}`}, '',
              '', ${ago(about, 9)}, current_date + 99, ${ago(about, 3)}`,
            about,
          )}
          returning id`,
      ),
    end: async (about, subject) => {
      await run(
        about,
        sql`update printed_contracts set order_id = ${about.order_id} where id = ${Number(subject)}`,
      );
    },
  },
  lost_amendment: {
    begin: (about) => anAmendment(about, 1, 'declined'),
    end: async (about) => {
      await anAmendment(about, 2, 'proposed');
    },
  },
  acceptance: {
    begin: async (about) => {
      const { order_id } = await placedByStaff(about.shop, await theLowerSchool(about.shop), about);
      await run(about, sql`update orders set created_at = ${ago(about, 4)} where id = ${order_id}`);
      await run(
        about,
        sql`insert into student_images (student_id, path, created_at) select id, 'placed-' || id, now()
          from students where user_id = (select user_id from orders where id = ${order_id})`,
      );
      return String(order_id);
    },
    end: async (about, subject) => {
      await run(
        about,
        sql`insert into acceptances (order_id, kind, text_hash, version, user_id, ip, user_agent, accepted_at)
          select order_id, kind, text_hash, version, user_id, ip, user_agent, now() from acceptances
          where order_id = ${Number(subject)}`,
      );
    },
  },
  special_request: {
    begin: (about) =>
      run(
        about,
        sql`update contracts set special_request = 'A seat at the front' where order_id = ${about.order_id}
          returning order_id as id`,
      ),
  },
  changed_student: {
    begin: async (about) => {
      await run(
        about,
        sql`update students set changed_at = ${ago(about, 3)}
          where id = (${ofOrder(sql`student_id`, about)})`,
      );
      return String(about.order_id);
    },
    end: async (about) => {
      const id = await anAmendment(about, 1, 'proposed');
      await run(
        about,
        sql`update contract_amendments set state = 'applied', applied_at = now(), text_hash = '1',
          change = '{"changes": [], "request": {"student": "on_file"}}' where id = ${Number(id)}`,
      );
    },
  },
  photo: {
    begin: async (about) => {
      await run(
        about,
        sql`update period_programs set is_photo_required = true where id =
          (select period_program_id from contracts where order_id = ${about.order_id})`,
      );
      return run(
        about,
        sql`delete from student_images where student_id = (${ofOrder(sql`student_id`, about)})
          returning student_id as id`,
      );
    },
    end: byOrder(
      (about) => sql`insert into student_images (student_id, path, created_at)
        ${ofOrder(sql`student_id, ${`again-${about.order_id}`}, now()`, about)}`,
    ),
  },
  email: {
    begin: (about) =>
      run(about, sql`update users set email_verified_at = null where id = ${about.user_id} returning id`),
    end: byOrder(({ user_id }) => sql`update users set email_verified_at = now() where id = ${user_id}`),
  },
  mail: {
    begin: async (about) => {
      const { db, clock } = about.shop.context;
      const ref = `given-up-${about.order_id}`;
      await db.transaction((tx) =>
        enqueue(tx, clock.now(), { kind: 'note', ref, payload: { order_id: about.order_id } }),
      );
      return run(
        about,
        sql`update outbox set given_up_at = ${ago(about, 3)} where ref = ${ref} returning id`,
      );
    },
    end: async (about, subject) => {
      await run(about, sql`update outbox set sent_at = now() where id = ${Number(subject)}`);
    },
  },
  returned_mail: {
    begin: async (about) => {
      const { db, clock } = about.shop.context;
      const id = Number(await anOfferFor(about, 'open'));
      const { user_id } = about;
      const ref = `offer-${id}`;
      const payload = { offer_id: id, user_id };
      await db.transaction((tx) => enqueue(tx, clock.now(), { kind: 'orders.offer_made', ref, payload }));
      return run(
        about,
        sql`update outbox set given_up_at = ${ago(about, 3)}
          where kind = 'orders.offer_made' and ref = ${ref} returning id`,
      );
    },
    end: async (about, subject) => {
      await run(
        about,
        sql`update sale_offers set state = 'withdrawn' where id = (select (payload ->> 'offer_id')::bigint
          from outbox where id = ${Number(subject)})`,
      );
      await run(about, sql`update outbox set sent_at = now() where id = ${Number(subject)}`);
    },
  },
  failed_payment: {
    begin: (about) =>
      run(
        about,
        sql`update payments set status = 'failed', next_try_on = null, pay_on = ${ago(about, 3)}::timestamptz
          where paid_at is null
          and id = (select max(id) from payments where order_id = ${about.order_id}) returning id`,
      ),
    end: async (about, subject) => {
      await run(about, sql`update payments set status = 'scheduled' where id = ${Number(subject)}`);
    },
  },
  money_matter: {
    begin: async (about) => {
      const subject = await run(
        about,
        sql`insert into audit_log (at, action, subject, detail)
          select ${ago(about, 3)}, 'billing.outcome_contradicts', 'charge_attempt:' || a.id, '{}'
          from charge_attempts a join payments p on p.id = a.payment_id
          where p.order_id = ${about.order_id} limit 1 returning subject as id`,
      );
      return `charge_contradicts/${subject}`;
    },
    end: async ({ staff }, of) => {
      const subject = of.split('/')[1];
      await staff.call('POST', '/admin/money/settle', { kind: 'charge_contradicts', subject, done: 'seen' });
    },
  },
  season_check: {
    begin: async (about) => {
      const { context } = about.shop;
      const route = await run(
        about,
        sql`update routes set contract_pdf = 'gone.pdf' where id = (${ofOrder(sql`route_id`, about)})
          returning id`,
      );
      await findSeasonChecks(context);
      const period = await run(about, ofOrder(sql`period_id as id`, about));
      return [period, 'file_missing', 'route', route, 'contract_pdf'].join('/');
    },
    end: async (about) => {
      await run(about, sql`update routes set contract_pdf = null where contract_pdf = 'gone.pdf'`);
      await findSeasonChecks(about.shop.context);
    },
  },
  application: {
    begin: async (about) => {
      const name = `Marisol ${about.order_id}`;
      await apply(about.shop.app, aJobApplication({ name }));
      return run(about, sql`select id from job_applications where name = ${name}`);
    },
    end: async (about, subject) => {
      await run(about, sql`update job_applications set handled_at = now() where id = ${Number(subject)}`);
    },
  },
};
