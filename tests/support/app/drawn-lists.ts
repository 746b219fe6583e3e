import { sql, type SQL } from 'drizzle-orm';
import { writeAudit } from '#platform/audit/audit.ts';
import { encryptedColumns } from '#platform/vault/encrypted-columns.ts';
import { aJobApplication, apply } from '#tests/support/forms/job-form.ts';
import type { SeasonApp } from './season-app.ts';
import type { StaffMember } from './staff.ts';

type Drawn = { shop: SeasonApp; staff: StaffMember };

const ofDrawn = sql`orders o join contracts c on c.order_id = o.id where o.request_hash = 'drawn'`;

const run = async ({ shop }: Drawn, statement: SQL): Promise<number[]> => {
  const { rows } = await shop.context.db.execute<{ id: unknown }>(statement);
  return rows.map(({ id }) => Number(id));
};

/** Amendments, requests, and aid of each state, on the orders that are drawn (`drawOrders`). */
async function drawChangesOfOrders(drawn: Drawn): Promise<void> {
  const { user_id } = drawn.staff;
  await run(
    drawn,
    sql`update payments set pay_on = '2026-04-09'::date - (id % 20)::int
      where status in ('failed', 'returned')`,
  );
  await run(
    drawn,
    sql`insert into contract_amendments (order_id, number, kind, change, plan, plan_hash, snapshot_after,
        brings_texts, reason, fee_cents, counts_from, agree_by, state, proposed_by_id, proposed_at, ends_at,
        applied_at)
      select o.id, 1, 'details', '{"changes": [{"field": "request", "before": null, "after": "=1+1"}]}',
        jsonb_build_object('difference_cents', (o.id % 7 - 3) * 1000, 'refund', null), '', c.snapshot, false,
        '@x', 0, current_date, 'none', s.state, ${user_id}, o.created_at, o.created_at + interval '3 days',
        case when s.state = 'applied' then o.created_at end
      from orders o join contracts c on c.order_id = o.id
        cross join lateral (select (array['proposed', 'accepted', 'applied', 'declined', 'withdrawn',
          'ended'])[1 + (o.id / 2) % 6] as state) s
      where o.request_hash = 'drawn' and o.id % 2 = 0`,
  );
  await run(
    drawn,
    sql`insert into refund_requests (order_id, user_id, type, text_hash, ip, user_agent, requested_at, status,
        taken_up_by_id, ended_at)
      select o.id, o.user_id, o.id % 2, (select hash from accepted_texts limit 1), '', '', o.created_at,
        s.state, case when s.state <> 'requested' then ${user_id}::bigint end,
        case when s.state in ('finished', 'declined') then o.created_at end
      from orders o cross join lateral (select (array['requested', 'in_work', 'under_way', 'finished',
        'declined'])[1 + (o.id / 3) % 5] as state) s
      where o.request_hash = 'drawn' and o.id % 3 = 0`,
  );
  await run(
    drawn,
    sql`insert into reassign_approvals (order_id, user_id, text_hash, ip, user_agent, requested_at)
      select o.id, o.user_id, (select hash from accepted_texts limit 1), '', '', o.created_at
      from ${ofDrawn} and o.id % 4 = 0`,
  );
  await run(
    drawn,
    sql`insert into contract_financial_aid (contract_id, financial_aid_code_id, code, amount_cents,
        to_confirm, outcome, decided_at, decided_by_id, reason, consequence)
      select c.id, (select min(id) from financial_aid_codes), '-2+3', 1000 * (1 + o.id % 9), true,
        case o.id % 3 when 1 then 'confirmed' when 2 then 'declined' end,
        case when o.id % 3 > 0 then o.created_at end, case when o.id % 3 > 0 then ${user_id}::bigint end,
        case when o.id % 3 = 2 then '=1+1' end, case when o.id % 3 = 2 then 'difference' end
      from ${ofDrawn} and o.id % 2 = 1`,
  );
}

/** Offers, papers, awards and waiting children of the drawn families. */
async function drawBeforeOrders(drawn: Drawn): Promise<void> {
  const { db, vault } = drawn.shop.context;
  const { user_id } = drawn.staff;
  const offers = await run(
    drawn,
    sql`insert into sale_offers (user_id, student_id, route_id, payment_term_id, selection, quote, quote_hash,
        prices, priced_on, pay_by, state, made_by_id, made_at, ends_at)
      select o.user_id, o.student_id, o.route_id, c.payment_term_id, '', jsonb_build_object('by_payment_type',
          jsonb_build_object('paymentTypeAch', jsonb_build_object('due_today_cents', 1000 + o.id,
            'year_total_cents', 5000 + o.id))), '', '{}', current_date, 'check',
        (array['open', 'accepted', 'declined', 'withdrawn', 'ended', 'replaced'])[1 + o.id % 6], ${user_id},
        o.created_at, '2026-04-10'::timestamptz + (o.id % 9 - 4) * interval '1 day'
      from ${ofDrawn} on conflict do nothing returning id`,
  );
  const offered = encryptedColumns('sale_offers', ['selection']);
  for (const id of offers) {
    const { selection } = offered.seal(vault, id, { selection: '{}' });
    await db.execute(sql`update sale_offers set selection = ${selection} where id = ${id}`);
  }
  const papers = await run(
    drawn,
    sql`insert into printed_contracts (user_id, student_id, route_id, code, selection, facts, printed_at,
        expires_on, received_on, check_reference, received_cents, put_aside_note, put_aside_by_id,
        put_aside_at)
      select o.user_id, o.student_id, o.route_id, lpad((o.id % 10000)::text, 4, '0') || '-AAAA-BBBB', '', '',
        o.created_at, '2026-04-10'::date + (o.id % 9 - 3)::int, p.day, p.note, p.cents, p.note,
        p.by::bigint, p.day::timestamptz
      from orders o left join lateral (select o.created_at::date as day, '=1+1' as note, 700 as cents,
          ${user_id} as by where o.id % 4 = 0) p on true
      where o.request_hash = 'drawn' and o.id % 3 = 0 returning id`,
  );
  const printed = encryptedColumns('printed_contracts', ['selection', 'facts']);
  for (const id of papers) {
    const facts = JSON.stringify({ price: { due_today_cents: 100 * id } });
    const sealed = printed.seal(vault, id, { selection: '{}', facts });
    await db.execute(sql`update printed_contracts set selection = ${sealed.selection},
      facts = ${sealed.facts} where id = ${id}`);
  }
  await run(
    drawn,
    sql`update financial_aid_codes set uses = 1
    where id = (select min(id) from financial_aid_codes)`,
  );
  await run(
    drawn,
    sql`insert into aid_awards (period_id, program_group_id, first_name, last_name, grade_text, kind,
        amount_cents, note, code, student_id, financial_aid_code_id, ended_at, made_by_id, made_at)
      select o.period_id, o.program_group_id, s.first_name, s.last_name, '-2+3', 'pays', 1000 + o.id, '@x',
        'DRAWN-' || o.id, case when o.id % 4 = 1 then o.student_id end,
        case when o.id % 4 = 2 then (select min(id) from financial_aid_codes) end,
        case when o.id % 4 = 3 then o.created_at end, ${user_id}, o.created_at
      from orders o join students s on s.id = o.student_id where o.request_hash = 'drawn'`,
  );
  await run(
    drawn,
    sql`insert into waiting_list (route_id, student_id, user_id, joined_at, offered_at, paused_until,
        closed_at, closed_reason)
      select o.route_id, o.student_id, o.user_id, o.created_at, case when o.id % 4 = 1 then o.created_at end,
        case when o.id % 4 = 2 then '2027-01-01'::timestamptz end,
        case when o.id % 4 = 3 then o.created_at end, case when o.id % 4 = 3 then 'left' end
      from orders o where o.request_hash = 'drawn' on conflict do nothing returning id`,
  );
  await run(
    drawn,
    sql`insert into seat_holds (student_id, route_id, user_id, kind, held_until, created_at)
      select student_id, route_id, user_id, 'offer',
        '2026-04-10'::timestamptz + (id % 5 - 1) * interval '1 day', now()
      from waiting_list where offered_at is not null on conflict do nothing`,
  );
}

/** Emails, applications, entries of the audit log, changes of the catalog and payouts. */
async function drawTheOffice(drawn: Drawn): Promise<void> {
  const { db, vault, clock } = drawn.shop.context;
  const { user_id } = drawn.staff;
  await run(
    drawn,
    sql`insert into outbox (kind, ref, payload, created_at, tries, sent_at, given_up_at, last_error)
      select (array['orders.order_confirmed', 'billing.payment_upcoming'])[1 + o.id % 2], 'drawn-' || o.id,
        jsonb_build_object('order_id', o.id), o.created_at, o.id % 3,
        case when o.id % 3 = 1 then o.created_at end, case when o.id % 3 = 2 then o.created_at end, '=1+1'
      from orders o where o.request_hash = 'drawn' and o.id % 2 = 0 or o.id % 5 = 0`,
  );
  const { name } = aJobApplication({ name: '=1+1' });
  await apply(drawn.shop.app, aJobApplication({ name }));
  const applications = await run(
    drawn,
    sql`insert into job_applications (created_at, fingerprint, name, address_line_1, phone_mobile, email,
        date_of_birth, education_level, work_location, position, start_date, experience, read_at, handled_at,
        handled_by_id, trapped_at)
      select '2026-04-09'::timestamptz - n * interval '9 hours', 'drawn-' || n,
        (array['@x', '-2+3', 'Zoe'])[1 + n % 3], address_line_1, phone_mobile, email, date_of_birth,
        education_level, (array['Bronx', 'Yonkers'])[1 + n % 2], (array['Driver', 'Monitor'])[1 + n / 2 % 2],
        start_date, experience, case when n % 4 = 1 then now() end, case when n % 4 = 2 then now() end,
        case when n % 4 = 2 then ${user_id}::bigint end, case when n % 4 = 3 then now() end
      from job_applications, generate_series(1, 60) n returning id`,
  );
  const applied = encryptedColumns('job_applications', ['phone_mobile']);
  for (const id of applications) {
    const { phone_mobile } = applied.seal(vault, id, { phone_mobile: '914-555-0177' });
    await db.execute(sql`update job_applications set phone_mobile = ${phone_mobile} where id = ${id}`);
  }
  const [family] = await run(drawn, sql`select min(id) as id from users where email like 'drawn-%'`);
  for (let n = 0; n < 60; n += 1)
    await writeAudit(
      db,
      new Date(clock.now().getTime() - n * 36e6),
      { user_id: n % 3 ? user_id : family!, impersonator_id: n % 5 === 0 ? user_id : null },
      { action: n % 2 ? 'award.create' : 'order.read', subject: `order:${1 + (n % 4)}` },
    );
  const sets = await run(
    drawn,
    sql`insert into catalog_changes (at, actor_id, title, source)
      select '2026-04-09'::timestamptz - n * interval '9 hours',
        case when n % 3 > 0 then ${user_id}::bigint end,
        case when n % 2 = 0 then '=1+1' end, (array['form', 'bulk', 'import'])[1 + n % 3]
      from generate_series(1, 60) n returning id`,
  );
  for (const id of sets)
    await db.execute(sql`insert into catalog_change_rows (change_id, position, kind, row_id, op, before,
        after)
      select ${id}, 0, (array['route', 'addon'])[1 + ${id}::int % 2], 1 + ${id}::int % 3, 'update',
        '{"capacity": 1}', '{"capacity": 2}'`);
  await run(
    drawn,
    sql`insert into processor_payouts (ref, amount_cents, made_at, arrives_on, state, trace, read_at)
      select 'po_' || n, 100 * n, '2026-04-01'::timestamptz - n / 2 * interval '1 day',
        '2026-04-03'::date - n,
        (array['on_its_way', 'arrived', 'failed', 'canceled', 'unknown'])[1 + n % 5],
        (array['=1+1', '@x', '-2+3'])[1 + n % 3], now()
      from generate_series(1, 90) n`,
  );
  await run(drawn, sql`update users set email_verified_at = now() where email like 'drawn-%' and id % 3 = 0`);
  await run(drawn, sql`update students set changed_at = now() where id % 3 = 0`);
}

/** Rows of each state for the lists of the office, beside `drawOrders`. */
export async function drawLists(shop: SeasonApp, staff: StaffMember): Promise<void> {
  const drawn = { shop, staff };
  await drawChangesOfOrders(drawn);
  await drawBeforeOrders(drawn);
  await drawTheOffice(drawn);
  await shop.context.db.execute(sql`analyze`);
}
