import { sql } from 'drizzle-orm';
import { send } from '#tests/support/app/people.ts';
import type { Players } from './players.ts';
import type { CallSample, Sent } from './sample.ts';

let count = 0;
const pressed = () => ({ 'idempotency-key': `award-${(count += 1)}` });

async function ofSchool({ shop, offer }: Players) {
  const { rows } = await shop.context.db.execute<{ period_id: number; program_group_id: number }>(sql`
    select sold.period_id::int, program.program_group_id::int from period_programs sold
    join programs program on program.id = sold.program_id where sold.id = ${offer.period_program_id}`);
  return rows[0]!;
}

const anAward = () => ({
  first_name: `Granted${(count += 1)}`,
  last_name: 'Canary',
  grade_text: '3rd',
  kind: 'pays',
  amount_cents: 100_000,
  milli_percent: null,
  note: 'By the finance office',
  expires_on: null,
  needs_confirmation: false,
  date_of_birth: null,
  contact_email: null,
});

async function aGranted(cast: Players): Promise<{ id: number; version: number }> {
  const { items } = await send(cast.shop.app, {
    method: 'POST',
    url: '/admin/awards',
    headers: { authorization: `Bearer ${cast.staff.tokens.access_token}`, ...pressed() },
    // A call before may have saved a budget below the award.
    payload: { ...(await ofSchool(cast)), awards: [anAward()], is_above_budget: true },
  });
  return items[0];
}

const onAward =
  (body: (version: number) => object, headers?: () => Record<string, string>) =>
  async (_: unknown, cast: Players): Promise<Sent> => {
    const { id, version } = await aGranted(cast);
    return { params: { id }, body: body(version), ...(headers && { headers: headers() }) };
  };

/** The calls about aid that a school grants. */
export const awardSamples: Record<string, CallSample> = {
  listAwards: {
    send: async (_, cast) => {
      await aGranted(cast);
      return { query: { school: String((await ofSchool(cast)).program_group_id) } };
    },
    impersonator: 403,
  },
  createAwards: {
    send: async (_, cast) => ({
      headers: pressed(),
      body: { ...(await ofSchool(cast)), awards: [anAward()], is_above_budget: false },
    }),
    ids: { 'body.period_id': 'everyone', 'body.program_group_id': 'everyone' },
    impersonator: 403,
  },
  changeAward: {
    send: onAward((version) => ({ ...anAward(), amount_cents: 90_000, version, is_above_budget: false })),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  endAward: {
    send: onAward((version) => ({ reason: 'Moved away', version }), pressed),
    ids: { 'params.id': 'staff' },
    impersonator: 403,
  },
  linkAward: {
    send: async ({ student_id }, cast) => {
      const { id, version } = await aGranted(cast);
      return { params: { id }, headers: pressed(), body: { student_id, version } };
    },
    ids: { 'params.id': 'staff', 'body.student_id': 'staff' },
    impersonator: 403,
  },
  readAidBudget: {
    send: async (_, cast) => ({ params: await ofSchool(cast) }),
    ids: { 'params.period_id': 'everyone', 'params.program_group_id': 'everyone' },
    impersonator: 403,
  },
  saveAidBudget: {
    send: async (_, cast) => {
      const params = await ofSchool(cast);
      const { rows } = await cast.shop.context.db.execute<{ version: number }>(sql`
        select coalesce(max(version), 0)::int as version from aid_budgets
        where period_id = ${params.period_id} and program_group_id = ${params.program_group_id}`);
      return { params, body: { amount_cents: 900_000_000, version: rows[0]!.version } };
    },
    ids: { 'params.period_id': 'everyone', 'params.program_group_id': 'everyone' },
    impersonator: 403,
  },
  readStudentAid: {
    send: ({ student_id }, { offer }) => ({
      params: { id: student_id },
      query: {
        route_id: String(offer.route_id),
        payment_term_id: String(offer.term('HML-RT-FE')),
        addon_ids: '',
      },
    }),
    // Staff who sell ask for the award of any family's child.
    staff: 200,
    ids: {
      'params.id': 'student',
      'query.route_id': 'everyone',
      'query.payment_term_id': 'everyone',
      'query.addon_ids': 'everyone',
    },
  },
};
