import { expect, it } from 'vitest';
import { openTestApp } from '#tests/support/app/test-app.ts';
import { seedDemoApplications } from './seed-applications.service.ts';

const { context } = await openTestApp();

it('the demo’s applications are in the inbox once, however often it is filled, a day later too', async () => {
  const reception = { ...context, asksConviction: true };
  await seedDemoApplications(reception);
  await seedDemoApplications(reception);
  context.clock.advanceDays(1);
  await seedDemoApplications(reception);
  const { rows } = await context.database.pool.query(
    'select name, position, trapped_at is not null as is_trapped from job_applications order by id',
  );
  expect(rows).toEqual([
    { name: 'Curtis Bell', position: 'Mechanic', is_trapped: false },
    { name: 'Cheap Watches Online', position: 'Bus Monitor', is_trapped: true },
    { name: 'Marisol Vega', position: 'Bus Driver', is_trapped: false },
  ]);
});
