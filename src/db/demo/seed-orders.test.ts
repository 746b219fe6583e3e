import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from '#tests/support/database/money-invariants.ts';
import { createTestContext, type TestContext } from '#tests/support/app/test-context.ts';
import { seedDemo } from './seed-demo.service.ts';
import { seedDemoOrders } from './seed-orders.service.ts';

let context: TestContext;

beforeAll(async () => {
  context = await createTestContext();
  await seedDemo(context);
  await seedDemoOrders(context.billing);
});
afterAll(() => context.close());

const rows = async (query: string) => (await context.database.pool.query(query)).rows;

describe("the demo families' orders", () => {
  it('tell their stories', async () => {
    const found = await rows(`select u.first_name as parent, s.first_name as child, p.name as period,
        r.name as route, o.status, (select array_agg(y.status order by y.payment_number)
          from payments y where y.order_id = o.id) as payments
      from orders o join users u on u.id = o.user_id join students s on s.id = o.student_id
      join routes r on r.id = o.route_id join periods p on p.id = o.period_id order by o.id`);
    expect(found).toEqual([
      {
        parent: 'Adaeze',
        child: 'Chidi',
        period: '2027',
        route: 'Round trip',
        status: 'active',
        payments: ['processing', 'scheduled'],
      },
      {
        parent: 'Ingrid',
        child: 'Freja',
        period: '2027',
        route: 'AM and PM',
        status: 'active',
        payments: ['paid', 'scheduled'],
      },
      {
        parent: 'Priya',
        child: 'Anika',
        period: '2019',
        route: 'Round trip',
        status: 'active',
        payments: ['paid'],
      },
      {
        parent: 'Priya',
        child: 'Rohan',
        period: '2027',
        route: 'Morning only',
        status: 'active',
        payments: ['paid'],
      },
      {
        parent: 'Priya',
        child: 'Anika',
        period: '2027',
        route: 'Afternoon only',
        status: 'cancelled',
        payments: ['paid', 'cancelled'],
      },
    ]);
  });

  it('leave each family the methods of its story, the first as default', async () => {
    const found =
      await rows(`select u.first_name as parent, m.brand, m.last_4, m.is_default from payment_methods m
      join users u on u.id = m.user_id order by m.id`);
    expect(found.map(({ parent, last_4, is_default }) => [parent, last_4, is_default])).toEqual([
      ['Adaeze', '6789', true],
      ['Adaeze', '4242', false],
      ['Ingrid', '6629', true],
      ['Priya', '4242', true],
    ]);
  });

  it('are signed in their own season, with numbers of it', async () => {
    const [past] = await rows(
      `select c.contract_number, o.created_at from contracts c join orders o on o.id = c.order_id
        order by o.created_at`,
    );
    expect(past).toEqual({ contract_number: '19-HM-000001-R', created_at: new Date('2019-04-15T14:00:00Z') });
  });

  it('are placed once, however often the portal starts', async () => {
    await seedDemoOrders(context.billing);
    expect(await rows('select id from orders')).toHaveLength(5);
    expect(await brokenInvariants(context.db, 'healed')).toEqual([]);
  });
});
