import type { GrowingPortal } from '../growth/growing-portal.ts';

const EARLIER_SEASONS = 4;
const WAITING = 2_000;
const AWARDS = 20_000;
/** 400 last names of two parts each, and 20 first names: several children have the same name. */
const FIRST_NAMES =
  'Ada,Ben,Chloe,Dana,Eli,Femi,Grace,Hugo,Ines,Jude,Kofi,Lena,Milo,Nora,Omar,Pia,Rosa,Sam,Tess,Zoe';
const BEGINNINGS = 'Al,Bar,Cor,Dal,Ed,Far,Gil,Har,Ing,Kes,Lin,Mar,Nor,Os,Pel,Ros,Sel,Tor,Ul,Wil';
const ENDS = 'bert,by,dale,den,don,er,feld,ford,ham,hart,kin,ley,low,man,more,son,sted,ton,vik,wood';

/**
 * Spreads the orders over five seasons and the routes of the season, fills the routes, and adds children who
 * wait and awards: at most 2,000 and 20,000, and less where there are fewer children.
 * @returns an order of the season that can be amended
 */
export async function fillOffice({ pool, season_id, user_id }: GrowingPortal): Promise<number> {
  const client = await pool.connect();
  const run = (query: string, values: unknown[] = []) => client.query<{ id: string }>(query, values);
  try {
    await run('set session_replication_role = replica');
    await run(
      `insert into periods (name, text, starts_on, ends_on)
        select 'Bench ' || n, 'Bench ' || n, starts_on - n * 365, ends_on - n * 365
        from periods, generate_series(1, $2::int) n where id = $1`,
      [season_id, EARLIER_SEASONS],
    );
    await run(`create table bench_route_ids as select r.id, row_number() over (order by r.id) - 1 as n,
      count(*) over () as many from routes r join period_programs s on s.id = r.period_program_id
      where s.period_id = ${season_id} and r.name ~ ' [0-9]+$'`);
    await run(`create temp table bench_seasons as select id, row_number() over (order by id) as n
      from periods where name like 'Bench %'`);
    await run(`update orders o set period_id = coalesce((select id from bench_seasons where n = o.id % 5),
        o.period_id), route_id = coalesce((select id from bench_route_ids
          where n = o.id / 5 % many), o.route_id)
      where o.user_id <> ${user_id}`);
    await run(`update routes r set seats_taken = o.n, capacity = case when r.capacity is null then null
        else greatest(o.n, 60) end from (select route_id, count(*)::int as n from orders
        where status = 'active' group by route_id) o where o.route_id = r.id`);
    await run(`insert into waiting_list (route_id, student_id, user_id, joined_at)
      select b.id, s.id, s.user_id, now() - s.n * interval '1 minute'
      from (select id, user_id, row_number() over (order by id) as n from students limit ${WAITING}) s
        join bench_route_ids b on b.n = s.n % b.many`);
    await run(`insert into aid_awards (period_id, program_group_id, first_name, last_name, kind,
        amount_cents, student_id, code, made_by_id, made_at)
      select ${season_id}, (select program_group_id from orders where user_id = ${user_id} limit 1),
        s.first_name, s.last_name || s.id, 'off', 100000, s.id, 'BENCH-' || s.id,
        (select min(user_id) from user_roles), now()
      from students s order by s.id limit ${AWARDS}`);
    for (const table of ['students', 'users'])
      await run(
        `update ${table} set first_name = first_names[1 + id % 20],
            last_name = beginnings[1 + id / 20 % 20] || ends[1 + id / 400 % 20]
          from (select string_to_array($1, ',') as first_names, string_to_array($2, ',') as beginnings,
            string_to_array($3, ',') as ends) names
          where ${table === 'users' ? 'id' : 'user_id'} > $4`,
        [FIRST_NAMES, BEGINNINGS, ENDS, user_id],
      );
    await run('set session_replication_role = default');
    await run('vacuum analyze');
    const { rows } = await run(`select id from orders where user_id = ${user_id}`);
    return Number(rows[0]!.id);
  } finally {
    client.release();
  }
}
