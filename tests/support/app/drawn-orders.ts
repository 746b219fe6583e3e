import { sql } from 'drizzle-orm';
import { students } from '#db/tables/students.ts';
import { studentColumns } from '#modules/students/encrypted-texts.service.ts';
import { onFourPayments } from './payment-days.ts';
import { aCard, type SeasonApp } from './season-app.ts';

const FAMILIES = 40;
const ORDERS = 500;

/** Names that a spreadsheet may take for a formula, or that are sorted by letters without marks. */
const NAMES = ['=1+1', '@x', '-2+3', 'Éva', 'Łasky', 'Zoe', 'adam', 'O’Neil'];

/**
 * Families, students, orders, payments and refunds drawn from a seed, on the routes that the season sells:
 * 500 orders with 2,000 payments, copies of a bought order.
 */
export async function drawOrders(shop: SeasonApp, seed: number): Promise<void> {
  const { db, vault } = shop.context;
  const { order_id, user_id } = await onFourPayments(shop, aCard());
  await db.execute(sql`select setseed(${seed})`);
  await db.execute(sql`insert into users (first_name, last_name, email, password_hash, created_at)
    select (${sql.param(NAMES)}::text[])[1 + floor(random() * 8)], 'Family ' || n,
      'drawn-' || n || '@list.example',
      '-', now() from generate_series(1, ${FAMILIES}) n`);
  const { rows: families } = await db.execute<{ id: number }>(
    sql`select id from users where email like 'drawn-%' order by id`,
  );
  for (const [n, family] of families.entries()) {
    const { rows } = await db.execute<{ id: number }>(
      sql`select nextval(pg_get_serial_sequence('students', 'id'))::int as id`,
    );
    const id = rows[0]!.id;
    const typed = {
      date_of_birth: `2015-0${1 + (n % 9)}-11`,
      phone_home: '914-555-0100',
      phone_mobile: null,
      medical_concerns: n % 5 === 0 ? 'asthma' : null,
      address: `${n + 1} Elm Street`,
      apt: null,
      city: 'Scarsdale',
      state: 'NY',
      zip: n % 3 === 0 ? '10583' : '10580',
      guardian_1_phone_mobile: '914-555-0102',
      guardian_2_phone_mobile: null,
      second_address: null,
      custody_notes: n % 7 === 0 ? 'father on Fridays' : null,
    };
    await db
      .insert(students)
      .overridingSystemValue()
      .values({
        id,
        user_id: family.id,
        first_name: NAMES[(n * 3) % NAMES.length]!,
        last_name: NAMES[(n * 5 + 1) % NAMES.length]!,
        sex: n % 2 ? 'm' : 'f',
        has_medical_concerns: n % 5 === 0,
        can_exit_bus_alone: n % 4 === 0,
        is_split_custody: n % 7 === 0,
        guardian_1_first_name: 'Ada',
        guardian_1_last_name: `Guardian ${n}`,
        guardian_1_email: 'ada@list.example',
        created_at: shop.context.clock.now(),
        ...typed,
        ...studentColumns(vault, id, typed),
      });
  }
  await db.execute(sql`insert into orders (user_id, student_id, route_id, period_id, program_group_id,
      product_id, status, client_key, request_hash, price_snapshot, created_at)
    select s.user_id, s.id, r.id, sold.period_id, p.program_group_id, o.product_id,
      case when n % 3 = 0 then 'cancelled' when n % 11 = 0 then 'payment_failed' else 'active' end,
      'drawn-' || n, 'drawn', o.price_snapshot || jsonb_build_object('paid_by', ways.paid_by),
      o.created_at - n * interval '7 hours'
    from generate_series(1, ${ORDERS}) n
      join lateral (select id, user_id from students where user_id <> ${user_id}
        order by id offset (n * 7) % ${FAMILIES} limit 1) s on true
      join lateral (select id, period_program_id from routes
        order by id offset (n * 13 + n / ${FAMILIES}) % (select count(*) from routes) limit 1) r on true
      join period_programs sold on sold.id = r.period_program_id
      join programs p on p.id = sold.program_id
      join orders o on o.id = ${order_id}
      cross join lateral (select (array['paymentTypeAch', 'paymentTypeCreditCard', 'card_at_2000',
        'debit_card'])[1 + n % 4] as paid_by) ways
    on conflict do nothing`);
  await db.execute(sql`update orders set
      activated_at = case when status <> 'payment_failed' then created_at + interval '2 days' end,
      ended_at = case when status = 'cancelled' then created_at + interval '30 days' end
    where request_hash = 'drawn'`);
  await db.execute(sql`insert into contracts (order_id, contract_number, period_program_id, grade_id,
      payment_term_id, special_request, base_contract_cost_cents, snapshot, created_at)
    select o.id, case when o.id % 9 = 0 then null else '27-XX-' || lpad(o.id::text, 6, '0') || '-T' end,
      r.period_program_id,
      (select min(g.id) from program_grades g join period_programs sold on sold.program_id = g.program_id
        where sold.id = r.period_program_id),
      t.id, case when o.id % 4 = 0 then '=HYPERLINK("x")' end, c.base_contract_cost_cents, c.snapshot,
      o.created_at
    from orders o join routes r on r.id = o.route_id
      join lateral (select id from payment_terms where route_id = r.id order by id desc limit 1) t on true
      join contracts c on c.order_id = ${order_id}
    where o.request_hash = 'drawn'`);
  await db.execute(sql`insert into payments (order_id, payment_number, amount_cents, pay_on, status, paid_at,
      attempts, reference)
    select o.id, n, 1000 * (1 + (o.id * n) % 37), '2027-01-15'::date + ((o.id + n * 31) % 300)::int,
      s.status, case when s.status = 'paid' then o.created_at + n * interval '1 day' end, (o.id + n) % 3,
      case when (o.id + n) % 8 = 0 then '-2+3' when (o.id + n) % 8 = 1 then '@x' end
    from orders o cross join generate_series(1, 4) n
      cross join lateral (select (array['scheduled', 'paid', 'failed', 'processing', 'cancelled',
        'returned'])[1 + (o.id * 5 + n) % 6] as status) s
    where o.request_hash = 'drawn'`);
  await db.execute(sql`insert into order_refunds (order_id, request_key, amount_cents, is_whole, way,
      reference, reason, approved_by, created_at)
    select o.id, 'drawn-' || o.id, 500 * (1 + o.id % 9), false,
      case when o.id % 2 = 0 then 'check' else 'processor' end, case when o.id % 2 = 0 then '@x' end, '=1+1',
      ${user_id}, o.created_at
    from orders o where o.request_hash = 'drawn' and o.id % 5 = 0`);
  await db.execute(sql`insert into refunds (order_refund_id, payment_id, amount_cents, surcharge_cents,
      idem_key, state, created_at)
    select r.id, (select min(id) from payments where order_id = r.order_id), r.amount_cents, r.id % 50,
      'drawn-' || r.id, (array['succeeded', 'pending', 'failed'])[1 + r.id % 3], r.created_at
    from order_refunds r where r.request_key like 'drawn-%'`);
  await db.execute(sql`analyze`);
}
