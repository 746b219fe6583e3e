import { OFFICE } from '#kit/endpoint/right.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { addDays, type PlainDate } from '#kit/plain-date.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Chance } from '#kit/seeded-chance.ts';
import { listChargesToCome } from '#modules/billing/pay-now/charges-to-come.service.ts';
import { payNow } from '#modules/billing/pay-now/pay-now.service.ts';
import { addMethodShape } from '#modules/billing/methods/change-methods.contract.ts';
import { addMethod } from '#modules/billing/methods/change-methods.service.ts';
import { confirmAid, declineAid } from '#modules/orders/aid/decide-aid.service.ts';
import { endContract, previewEnding } from '#modules/orders/staff/end-contract.service.ts';
import type { DrawnFamily } from './drawn-families.ts';
import { typedGoodCard } from './instruments.ts';
import { listStuckPayments } from './play.queries.ts';
import { metaOf, register, viewerOf, type FamilyAccount, type Stage } from './register-family.service.ts';

/** Families of the rehearsal have lower numbers. */
const NR_OF_OFFICE = 65_000;

/** A member of the staff, who is no family of the rehearsal. */
export async function hireStaff(stage: Stage): Promise<Viewer> {
  return { ...viewerOf(await register(stage, NR_OF_OFFICE)), roles: ['admin'], ...OFFICE };
}

const REASON = 'Played in a rehearsal.';

const CONFIRMED_PERCENT = 85;

/** Given up when refused for so long, for example while a debit is on its way. */
const REPEATED_DAYS = 30;

/** What a person has on the mind for a day; repeated on the next day after a refusal. */
type Task = { on: PlainDate; thru: PlainDate; run: () => Promise<void> };

export function openTasks() {
  let tasks: Task[] = [];
  return {
    add: (on: PlainDate, run: Task['run']): void =>
      void tasks.push({ on, thru: addDays(on, REPEATED_DAYS), run }),
    /** In the order in which they were added. */
    async runDue(today: PlainDate): Promise<void> {
      const due = tasks.filter(({ on }) => on <= today);
      const refused: Task[] = [];
      for (const task of due) if (!(await isDone(task)) && task.thru > today) refused.push(task);
      tasks = [...tasks.filter(({ on }) => on > today), ...refused];
    },
  };
}

async function isDone({ run }: Task): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

type OfStaff = { staff: Viewer; order_id: number };

/** Declined aid ends the contract. Opens transactions of its own. */
export async function decideAid({ billing }: Stage, asked: OfStaff, chance: Chance): Promise<void> {
  if (chance.percent(CONFIRMED_PERCENT)) return confirmAid(billing, asked);
  const body = { consequence: 'end', reason: REASON, way: 'processor', check_number: null } as const;
  return declineAid(billing, { ...asked, body });
}

/** Everything that was paid goes back; a contract without a payment ends without a refund. */
export async function cancelContract({ billing, clock }: Stage, asked: OfStaff): Promise<void> {
  const whole = { amount_cents: null, way: 'processor' } as const;
  const preview = (refund: typeof whole | null) => previewEnding(billing, { ...asked, refund });
  const withRefund = await preview(whole);
  const refund = withRefund.refund && { ...whole, reference: null };
  const { hash: seen } = refund ? withRefund : await preview(null);
  const body = { reason: REASON, ended_on: clock.today(), is_aid_spent: false, refund, seen };
  await endContract(billing, { ...asked, body, idempotency_key: `end-${asked.order_id}` });
}

export type Payer = { family: DrawnFamily; account: FamilyAccount };

/** A family enters another card, and pays with the card what has failed or came back. */
export async function payWithNewCard({ billing, clock }: Stage, { family, account }: Payer): Promise<void> {
  const { viewer } = account;
  const { user_id } = viewer;
  const cc = { ...typedGoodCard(clock.today()), program_group_id: String(family.program_group_id) };
  const body = addMethodShape.parse({ is_default: true, cc });
  const added = { user_id, body, idempotency_key: undefined, ...metaOf(family) };
  const { id: payment_method_id } = await addMethod(billing, added);
  for (const { order_id, payment_id } of await listStuckPayments(billing.db, user_id)) {
    const charges = await listChargesToCome(billing.db, billing, { viewer, order_id });
    const way = charges
      .find((charge) => charge.payment_id === payment_id)
      ?.ways.find((one) => one.payment_method_id === payment_method_id);
    if (!way) continue;
    const { total_cents } = way;
    const command = { order_id, payment_id, payment_method_id, total_cents, idempotency_key: undefined };
    await payNow(billing, viewer, command);
  }
}
