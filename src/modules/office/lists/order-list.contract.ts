import { z } from 'zod';
import { ORDER_STATUSES } from '#modules/orders/order.states.ts';
import { SIGNED_BY } from '#modules/orders/reading/signed-by.ts';
import { onlyWith } from '#kit/endpoint/right.ts';
import { centsShape, dayShape, idShape } from '#kit/endpoint/wire.ts';
import { amounts, choices, days, ids, names, seasons, yesNo } from '#kit/list/filters.ts';
import { listEndpoint, searchText } from '#kit/list/list-endpoint.ts';

export const personShape = z.object({ id: idShape, first_name: z.string(), last_name: z.string() });

export const orderListRowShape = z.object({
  id: idShape,
  contract_number: z.string().nullable(),
  student: personShape,
  parent: personShape,
  season: z.string(),
  school: z.string(),
  program: z.string(),
  line: z.string(),
  grade: z.string().nullable(),
  term: z.string(),
  /** the day of the signature, in company time */
  signed_on: dayShape,
  status: z.enum(ORDER_STATUSES),
  addons: z.string().nullable(),
  special_request: z.string().nullable(),
  pickup: z.string().nullable(),
  placed_by_staff: z.boolean(),
  /** changes of the signed contract that were applied */
  amendments: z.number().int(),
  /** all payments but the cancelled ones, without surcharges */
  total_cents: centsShape,
  /** the unpaid ones of an active order */
  due_cents: centsShape,
  discount_cents: centsShape,
  /** what the aid leaves to pay for the year */
  aid_cents: onlyWith('money', z.number().int().nullable()),
  /** the method of the next payment, as the family was last notified */
  next_method: onlyWith('money', z.string().nullable()),
  next_payment_on: onlyWith('money', dayShape.nullable()),
});
export type OrderListRow = z.output<typeof orderListRowShape>;

export const listOrderRows = listEndpoint({
  name: 'listOrderRows',
  summary: 'A page of the orders of all families, by what was sold, state, day and amount',
  path: '/admin/orders',
  right: 'families',
  isOfPeople: true,
  row: orderListRowShape,
  sorts: {
    newest: { keys: ['number'] },
    number: { keys: ['text', 'number'] },
    student: { keys: ['text', 'text', 'number', 'number'] },
    line: { keys: ['text', 'number', 'number'] },
    due: { keys: ['number', 'number'], right: 'money' },
  },
  filters: {
    search: searchText,
    season: seasons(),
    school: names(),
    program: ids(),
    line: ids(),
    grade: ids(),
    term: choices(['full', 'scheduled']),
    state: choices(ORDER_STATUSES),
    /** a payment term stands for all of its name */
    plan: ids(),
    signed: days(),
    in_force: days(),
    ended: days(),
    paid_by: choices(SIGNED_BY, { right: 'money' }),
    addon: ids(),
    aid: yesNo(),
    discount: yesNo(),
    special_request: yesNo(),
    /** a change of the signed contract was applied */
    amended: yesNo(),
    placed_by_staff: yesNo(),
    accepted: yesNo(),
    due: amounts({ right: 'money' }),
  },
});
export type OrderListSort = keyof typeof listOrderRows.sorts;
