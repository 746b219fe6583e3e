import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { onlyWith } from '#kit/endpoint/right.ts';
import { centsShape, idShape } from '#kit/endpoint/wire.ts';
import { WORK_KINDS } from '#modules/office/worklist/work-kinds.ts';
import { HEALTH_KEYS } from '#modules/office/health/health.states.ts';

const countShape = z.number().int();

/** How much work waits on the page of each entry of the office's menu (OF0.4). */
export const waitingShape = z.object({
  requests: onlyWith('money_write', countShape),
  /** refunds and waivers for the approval of a second person (H4) */
  approvals: onlyWith('money_write', countShape),
  /** financial aid for confirmation by the office (A6) */
  claims: onlyWith('money_write', countShape),
  /** checks put aside with their printed contracts (OF4.3) */
  paper: onlyWith('money_write', countShape),
  owed: onlyWith('money', countShape),
  /** on the worklist of money (S17) */
  money: onlyWith('money', countShape),
  differences: onlyWith('money', countShape),
  applications: onlyWith('hiring', countShape),
  /** mails given up */
  mails: onlyWith('audit', countShape),
  /** of the worklist, by the rights of the caller */
  work: onlyWith('families', countShape),
});

export type WaitingKey = keyof typeof waitingShape.shape;

export const todayShape = z.object({
  parents: countShape,
  students: countShape,
  active_contracts: countShape,
  due_today: onlyWith('money', countShape),
  due_today_cents: centsShape,
  past_due: onlyWith('money', countShape),
  past_due_cents: centsShape,
  waiting: waitingShape,
  /** the worklist by the kinds that the caller may read (OF9.6) */
  work: z.array(
    z.object({
      kind: z.enum(WORK_KINDS),
      n: countShape,
      /** company days; null without an entry */
      oldest_days: countShape.nullable(),
      /** entries that the caller owns */
      own: countShape,
    }),
  ),
  /** company days since the oldest claim of aid; null without a claim */
  aid_oldest_days: onlyWith('money_write', countShape.nullable()),
  approvals_oldest_days: onlyWith('money_write', countShape.nullable()),
  money_matters_oldest_days: onlyWith('money', countShape.nullable()),
  /** the lines of the health page that are bad, as of the last five minutes (HE1) */
  health_bad: onlyWith('company', z.array(z.enum(HEALTH_KEYS))),
  /** false: the page of today is the set-up (SE11.2) */
  has_published_season: z.boolean(),
  /** orders placed by staff and not accepted by their families for days, the oldest first (H10) */
  late_acceptances: onlyWith('money_write', z.array(z.object({ order_id: idShape, days: countShape }))),
});

export type Today = z.output<typeof todayShape>;

export const readToday = endpoint({
  name: 'readToday',
  summary: 'Where the company stands today: families, contracts, what is due, and the work that waits',
  method: 'GET',
  path: '/admin/today',
  guard: { right: 'families' },
  item: todayShape,
  refusals: [],
});
