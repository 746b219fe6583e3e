import type { Mutant } from './mutants.ts';

/** Bugs of selling: seats, and one order a student and route. */
export const ORDER_MUTANTS: readonly Mutant[] = [
  {
    name: 'seat-read-then-write',
    what: 'counts the seats left before the order is signed, and takes one without looking again',
    mutation: {
      source: [
        {
          file: 'modules/seats/seats.service.ts',
          from: 'if (!count || !hasSeat(forPayer(count))) return false;',
          to: 'if (!count) return false; count.reserved = -Infinity;',
        },
      ],
    },
    mask: {
      guard: 'the update that counts up only below the capacity, and the check of the table behind it',
      without: {
        source: [
          {
            file: 'modules/catalog/routes/routes.queries.ts',
            from: 'or(isNull(routes.capacity), lt(routes.seats_taken, routes.capacity))',
            to: 'sql`true`',
          },
        ],
        sql: ['alter table routes drop constraint routes_never_oversold'],
      },
    },
    seed: 19,
  },
  {
    name: 'seat-kept-after-decline',
    what: 'does not give the seat back when the first charge is refused',
    mutation: {
      source: [
        {
          file: 'modules/orders/checkout/order-listener.service.ts',
          from: 'await releaseSeat(tx, clock.now(), order.route_id);',
          to: '',
        },
      ],
    },
    seed: 2,
  },
  {
    name: 'no-natural-key',
    what: 'has no unique index on live orders by student and route',
    mutation: { sql: ['drop index one_live_order'] },
    seed: 1,
  },
  {
    name: 'second-record-buys-a-seat',
    what: 'sells a second seat to a child that its account has registered twice',
    mutation: {
      source: [
        {
          file: 'modules/orders/checkout/same-child.service.ts',
          from:
            "if (related.some(({ tie }) => tie === 'own')) " +
            'throw refuseField(orderRefusals.order_exists, AT_ROUTE);',
          to: '',
        },
      ],
    },
    seed: 26,
  },
  {
    name: 'other-parent-buys-a-seat',
    what: 'sells a seat each to the accounts of two parents for one child',
    mutation: {
      source: [
        {
          file: 'modules/orders/checkout/same-child.service.ts',
          from:
            "if (related.some(({ tie }) => tie === 'named')) " +
            'throw new Refusal(orderRefusals.order_by_phone);',
          to: '',
        },
      ],
    },
    seed: 29,
  },
  {
    name: 'child-twice-untold',
    what: 'sells to a child that may have a seat, and tells the office nothing',
    mutation: {
      source: [
        {
          file: 'modules/orders/checkout/same-child.service.ts',
          from: 'if (first) await tellOfPair(',
          to: 'if (first && !first) await tellOfPair(',
        },
      ],
    },
    seed: 10,
  },
  {
    name: 'ended-order-charged',
    what: 'leaves the payments of an ended order as they are',
    mutation: {
      source: [
        {
          file: 'modules/billing/payments/attempts.queries.ts',
          from: '.where(and(eq(payments.order_id, order_id), inArray(payments.status, [...UNPAID])));',
          to:
            '.where(and(eq(payments.order_id, order_id), inArray(payments.status, [...UNPAID]), ' +
            "sql`(select o.status = 'payment_failed' from orders o where o.id = ${order_id})`));",
        },
      ],
    },
    seed: 1,
  },
];
