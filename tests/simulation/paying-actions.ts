import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { FAMILY } from '#kit/endpoint/right.ts';
import { Refusal } from '#kit/refusal.ts';
import type { Viewer } from '#kit/endpoint/viewer.ts';
import { addMethod, deleteMethod, setDefault } from '#modules/billing/methods/change-methods.service.ts';
import { addMethodShape } from '#modules/billing/methods/change-methods.contract.ts';
import { listChargesToCome } from '#modules/billing/pay-now/charges-to-come.service.ts';
import { payNow } from '#modules/billing/pay-now/pay-now.service.ts';
import { aTypedInstrument } from './typed-instruments.ts';
import type { SimFamily } from './fixtures.ts';
import type { Flow, Work } from './interleaving.ts';
import type { World } from './world.ts';

export const viewerOf = ({ user_id }: Pick<SimFamily, 'user_id'>): Viewer => ({
  user_id,
  roles: [],
  ...FAMILY,
  impersonator_id: null,
  session_id: 'sim',
});

/** @param isChosen  mostly the one that pays what is to come: giving that one up is what can go wrong */
export async function oneMethodOf(
  { chance, db }: Pick<World, 'chance' | 'db'>,
  { user_id }: SimFamily,
  isChosen = false,
): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: number; is_default: boolean }>(
    sql`select id, is_default from payment_methods where user_id = ${user_id} and is_active order by id`,
  );
  if (rows.length === 0) return undefined;
  const defaults = rows.filter(({ is_default }) => is_default);
  return chance.oneOf(isChosen && defaults.length > 0 && chance.percent(70) ? defaults : rows).id;
}

/** Whoever is asked to confirm does, fails to, or closes the window; a press again goes on. */
export async function atItsBank({ chance, processor, simEvents }: World, error: unknown): Promise<never> {
  const client_secret = error instanceof Refusal ? error.extras.told?.client_secret : undefined;
  if (typeof client_secret === 'string' && chance.percent(75)) {
    const isConfirmed = chance.percent(70);
    await processor.gateway.confirm?.(client_secret, isConfirmed);
    simEvents(isConfirmed ? 'payer confirms' : 'payer fails to confirm');
  }
  throw error;
}

/** Pays one of the payments to come by one of the ways that the order's page offers, now and then twice. */
export async function payingNow(
  world: World,
  family: Pick<SimFamily, 'user_id'>,
  wanted?: { order_id: number; payment_id: number },
): Promise<Work[]> {
  const { chance, context, db } = world;
  const viewer = viewerOf(family);
  const { rows } = await db.execute<{ id: number }>(
    sql`select id::int from orders where user_id = ${family.user_id} and status = 'active' order by id`,
  );
  if (rows.length === 0) return [];
  const order_id = wanted?.order_id ?? chance.oneOf(rows).id;
  const owed = (await listChargesToCome(db, context.billing, { viewer, order_id })).filter(
    ({ ways, payment_id }) => ways.length > 0 && (!wanted || payment_id === wanted.payment_id),
  );
  if (owed.length === 0) return [];
  const { payment_id, ways } = chance.oneOf(owed);
  const { payment_method_id, total_cents } = chance.oneOf(ways);
  const command = { order_id, payment_id, payment_method_id, total_cents, idempotency_key: randomUUID() };
  const pressing: Work['run'] = (flow) =>
    world.attempt(flow, `pays payment ${payment_id} now`, async () => {
      await payNow(world.billingOf(flow), viewer, command).catch((error: unknown) => atItsBank(world, error));
      world.simEvents('paid now');
    });
  const presses = chance.percent(30) ? 2 : 1;
  return Array.from({ length: presses }, () => ({
    name: `family ${family.user_id}`,
    diesAt: chance.percent(20) ? 1 + chance.upTo(8) : 0,
    run: pressing,
  }));
}

export function changingMethods(world: World, family: SimFamily): Work {
  const { chance, simEvents } = world;
  const choice = chance.upTo(10);
  const typed = aTypedInstrument(world, 45);
  const run = async (flow: Flow) => {
    const billing = world.billingOf(flow);
    const { user_id } = family;
    const isDeleting = choice === 5 || choice === 6 || choice === 7;
    const payment_method_id = choice < 5 ? undefined : await oneMethodOf(world, family, isDeleting);
    await world.attempt(flow, 'changes how it pays', async () => {
      if (payment_method_id === undefined) {
        const form = {
          ...('cc' in typed ? typed.cc : typed.ach),
          program_group_id: choice < 2 ? 'general' : world.cast.offers[0]!.program_group_id,
        };
        const body = addMethodShape.parse({ is_default: true, ['cc' in typed ? 'cc' : 'ach']: form });
        await addMethod(billing, {
          user_id,
          body,
          idempotency_key: randomUUID(),
          ip: '127.0.0.1',
          user_agent: 'sim',
        });
        simEvents('method added');
      } else if (isDeleting) {
        await billing.db.transaction((tx) => deleteMethod(tx, billing, { user_id, payment_method_id }));
        simEvents('method deleted');
      } else {
        await billing.db.transaction((tx) =>
          setDefault(tx, billing, { user_id, payment_method_id, is_default: true }),
        );
        simEvents('method made the default');
      }
    });
  };
  return { name: `family ${family.user_id}`, diesAt: chance.percent(20) ? 1 + chance.upTo(6) : 0, run };
}
