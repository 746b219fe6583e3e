import { z } from 'zod';
import { centsShape, dayShape, idShape, instantShape } from '#kit/endpoint/wire.ts';
import { choices, days, names } from '#kit/list/filters.ts';
import { listEndpoint, searchText } from '#kit/list/list-endpoint.ts';
import { personShape } from '#modules/orders/orders.contract.ts';

/** `put_aside`: a check has come that is not what is due. */
export const PAPER_STATES = ['printed', 'put_aside'] as const;
export type PaperState = (typeof PAPER_STATES)[number];

const paperRowShape = z.object({
  id: idShape,
  code: z.string(),
  family: personShape.extend({ id: idShape }),
  student: personShape,
  line: z.string(),
  school: z.string(),
  /** what the paper says is due with the contract */
  due_cents: centsShape,
  printed_at: instantShape,
  expires_on: dayShape,
  state: z.enum(PAPER_STATES),
  /** of the check; null before it has come */
  reference: z.string().nullable(),
  received_cents: centsShape.nullable(),
  received_on: dayShape.nullable(),
  note: z.string().nullable(),
  put_aside_at: instantShape.nullable(),
});
export type PaperRow = z.output<typeof paperRowShape>;

export const listPapers = listEndpoint({
  name: 'listPapers',
  summary: 'A page of the printed contracts of which no order is made yet (OF4.3)',
  path: '/admin/printed-contracts',
  right: 'money_write',
  isOfPeople: true,
  row: paperRowShape,
  /** `aside`: what is not put aside comes last */
  sorts: { newest: { keys: ['text', 'number'] }, aside: { keys: ['text', 'number'] } },
  filters: {
    search: searchText,
    state: choices(PAPER_STATES),
    school: names(),
    printed: days(),
  },
});
export type PaperSort = keyof typeof listPapers.sorts;
