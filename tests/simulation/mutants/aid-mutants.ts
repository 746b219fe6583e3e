import type { Mutant } from './mutants.ts';

const file = 'modules/orders/aid/decide-aid.service.ts';

/** Bugs of aid that the office decides. */
export const AID_MUTANTS: readonly Mutant[] = [
  {
    name: 'confirmed-aid-without-charge',
    what: 'forgets to charge an order that waited for its aid',
    mutation: {
      source: [
        {
          file,
          from: "if (order.status === 'awaiting_aid') return chargeWaitingOrder(tx, billing, open);",
          to: '',
        },
      ],
    },
    seed: 5,
  },
  {
    name: 'declined-aid-keeps-its-order',
    what: 'gives the money of declined aid back and leaves the order as it was',
    mutation: {
      source: [{ file, from: 'await endLockedOrder(tx, billing.clock, open.order);', to: '' }],
    },
    seed: 3,
  },
  {
    name: 'aid-ends-by-one-person',
    what: 'lets one person end an order with its aid, whatever goes back',
    mutation: {
      source: [
        {
          file,
          from: 'await agreeToRefund(tx, plan, { ...about, command: { body } }, approval);',
          to: 'await approval?.approve(tx);',
        },
      ],
    },
    seed: 6,
  },
  {
    name: 'aid-use-lost-with-its-order',
    what: 'keeps the use of an aid code when staff end the order',
    mutation: {
      source: [
        {
          file: 'modules/orders/staff/staff-orders.service.ts',
          from: 'if (!isAidSpent) await giveAidUseBack(tx, signed);',
          to: '',
        },
      ],
    },
    seed: 6,
  },
];
