import { z } from 'zod';
import { idShape } from '#kit/endpoint/wire.ts';
import { choices, days, names } from '#kit/list/filters.ts';
import { listEndpoint, searchText } from '#kit/list/list-endpoint.ts';
import { AMENDMENT_STATES } from '#modules/orders/amendment.states.ts';
import { personShape } from '#modules/orders/orders.contract.ts';
import { amendmentShape } from './amendments.contract.ts';

export const amendmentRowShape = amendmentShape
  .omit({ contract_before: true, request: true, kind: true, counts_from: true, agree_by: true })
  .extend({
    contract_number: z.string().nullable(),
    parent: personShape.extend({ id: idShape }),
    school: z.object({ path: z.string(), text: z.string() }),
  });
export type AmendmentRow = z.output<typeof amendmentRowShape>;

export const listAmendments = listEndpoint({
  name: 'listAmendments',
  summary: 'A page of the amendments of contracts (OF5.12)',
  path: '/admin/amendments',
  right: 'money_write',
  isOfPeople: true,
  row: amendmentRowShape,
  sorts: { newest: { keys: ['number'] } },
  filters: {
    search: searchText,
    state: choices(AMENDMENT_STATES),
    school: names(),
    /** of the proposal */
    day: days(),
  },
});
