import { listDemoLogins } from '#db/demo/demo-logins.ts';
import { FAMILY_PASSWORD, STAFF_PASSWORD } from '#db/demo/people.ts';
import { seedDemoApplications } from '#db/demo/seed-applications.service.ts';
import { seedDemo } from '#db/demo/seed-demo.service.ts';
import { seedDemoOrders } from '#db/demo/seed-orders.service.ts';
import { m } from '#i18n/messages.js';
import type { OpenHouse } from './open-house.ts';

/**
 * Fills an empty embedded database with the demo; a production start never (K5).
 * @returns the sentences that tell whoever started it how to log in; none where there is no demo
 */
export async function fillDemo({ house, isEmbedded }: OpenHouse): Promise<string[]> {
  if (!isEmbedded || house.config.isProduction) return [];
  await seedDemo(house);
  const { staff, families } = await listDemoLogins(house.db);
  if (staff.length === 0) return [];
  await seedDemoOrders(house.billing);
  await seedDemoApplications({ ...house, asksConviction: !house.config.fairChance });
  return [
    m.portal_demo_logins_staff({ logins: staff.join(', '), password: STAFF_PASSWORD }),
    m.portal_demo_logins_families({ logins: families.join(', '), password: FAMILY_PASSWORD }),
  ];
}
