import { z } from 'zod';
import { addDays, startOfDayIn } from '#kit/plain-date.ts';
import { getCompany } from '#modules/catalog/catalog.service.ts';
import { getRouteForSale } from '#modules/catalog/routes/selling.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { enqueue, type Renderers } from '#platform/outbox/outbox.ts';
import { findShownOrder } from '#modules/orders/reading/read-orders.queries.ts';
import { recipientsOf, toOrderReaders } from './order-readers.service.ts';
import { findActiveRoute, ROUTE_INFORMATION, listUnnotified } from './route-information.queries.ts';
import { routeInformationEmail } from './route-information.emails.ts';

const DAYS_BEFORE_SCHOOL = 7;
const BATCH = 200;

/**
 * Seven days before the first day of school, and for later buyers on the next morning; once per order. Missed
 * mails are made up for until the school year ends (O11).
 */
export async function notifyRoutes({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const today = clock.today();
  const wanted = {
    today,
    beginsBy: addDays(today, DAYS_BEFORE_SCHOOL),
    activatedBefore: startOfDayIn(clock.time_zone, today),
    limit: BATCH,
  };
  for (;;) {
    const ids = await listUnnotified(db, wanted);
    await db.transaction(async (tx) => {
      for (const order_id of ids)
        await enqueue(tx, clock.now(), {
          kind: ROUTE_INFORMATION,
          ref: String(order_id),
          payload: { order_id },
        });
    });
    if (ids.length < BATCH) return;
  }
}

const aboutOrder = z.object({ order_id: z.number() });

/** Renders the route as of the day of sending. An order ended by then gets no mail. */
export function routeEmails({
  db,
  clock,
  config,
}: {
  db: Database;
  clock: Clock;
  config: Config;
}): Renderers {
  return {
    [ROUTE_INFORMATION]: async (payload) => {
      const { order_id } = aboutOrder.parse(payload);
      const route_id = await findActiveRoute(db, order_id);
      const order = await findShownOrder(db, order_id, null);
      const sale = route_id === undefined ? undefined : await getRouteForSale(db, clock.now(), route_id);
      const first_day = sale?.period_program_group?.first_day_of_school;
      if (!order || !sale || !first_day) return undefined;
      const company = await getCompany(db);
      const information = {
        contract_number: order.contract_number,
        route: sale.route,
        first_day,
        company: { name: company.name, dispatch_phone: company.dispatch_phone },
        link: `${config.publicUrl}/dashboard/orders/${order_id}`,
      };
      return toOrderReaders(db, payload, {
        snapshot: order.snapshot,
        to: recipientsOf(order.snapshot),
        write: (snapshot) => routeInformationEmail({ ...information, snapshot }),
      });
    },
  };
}
