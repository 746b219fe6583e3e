import { expect, it } from 'vitest';
import { openTestPortal } from '#tests/support/app/test-app.ts';
import { seedDemoApplications } from './seed-applications.service.ts';

const { house } = await openTestPortal();

it('the demo’s applications lie in the inbox once, however often it is filled, a day later too', async () => {
  const reception = { ...house, asksConviction: true };
  await seedDemoApplications(reception);
  await seedDemoApplications(reception);
  house.clock.advanceDays(1);
  await seedDemoApplications(reception);
  const { rows } = await house.database.pool.query(
    'select name, position, trapped_at is not null as is_trapped from job_applications order by id',
  );
  expect(rows).toEqual([
    { name: 'Curtis Bell', position: 'Mechanic', is_trapped: false },
    { name: 'Cheap Watches Online', position: 'Bus Monitor', is_trapped: true },
    { name: 'Marisol Vega', position: 'Bus Driver', is_trapped: false },
  ]);
});
