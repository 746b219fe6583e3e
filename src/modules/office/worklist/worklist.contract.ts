import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { rightRefusals } from '#kit/endpoint/right.refusals.ts';
import { dayShape, idShape, instantShape, versionShape } from '#kit/endpoint/wire.ts';
import { listEndpoint, searchText } from '#kit/list/list-endpoint.ts';
import { requiredText } from '#kit/rules/fields.ts';
import { accountRefusals } from '#modules/accounts/accounts.refusals.ts';
import { officeRefusals } from '#modules/office/office.refusals.ts';
import { WORK_KINDS, WORK_MAILS, type WorkKind } from './work-kinds.ts';
import { claimFieldsShape } from './worklist.shapes.ts';

const personShape = z.object({ id: idShape, name: z.string() });

const kindShape = z.enum(WORK_KINDS);

export const workItemShape = z.object({
  kind: kindShape,
  /** unique within the kind */
  subject: z.string(),
  /** about whom */
  title: z.string(),
  /** contract, route and school, as far as the entry has them */
  detail: z.string(),
  /** the kind of a money matter or mail, or the position of an applicant; else null */
  topic: z.string().nullable(),
  since: instantShape,
  /** company days since then */
  days: z.number().int(),
  tone: z.enum(['none', 'amber', 'red']),
  owner: personShape.nullable(),
  hidden_until: dayShape.nullable(),
  note: z.string().nullable(),
  is_done: z.boolean(),
  /** the page about the entry */
  path: z.string(),
  /** the next step: on the page, or without a path by marking the entry as done */
  act: z.object({ name: z.string(), path: z.string().nullable() }),
  /** what staff may mail the family, about the account, student or payment of the id */
  mail: z.object({ kind: z.enum(WORK_MAILS), id: idShape, order_id: idShape.nullable() }).nullable(),
  /** without a state of its own, an entry goes by a mark (OF9.3) */
  may_be_done: z.boolean(),
  /** 0 before anything was written on the entry */
  version: versionShape,
});
export type WorkItem = z.output<typeof workItemShape>;

export const WORK_OWNERS = ['all', 'mine', 'nobody'] as const;
export const WORK_SHOWS = ['waiting', 'hidden', 'done'] as const;
export type WorkShow = (typeof WORK_SHOWS)[number];

/** `''`: every kind. */
const anyKind = ['', ...WORK_KINDS] as ['', ...WorkKind[]];

export const listWork = listEndpoint({
  name: 'listWork',
  summary: 'What waits for a person, the oldest first, up to 200 of a kind (OF9.1)',
  path: '/admin/worklist',
  right: 'families',
  isOfPeople: true,
  row: workItemShape,
  sorts: { oldest: { keys: ['number', 'text', 'text'] } },
  /** `school`: a path, blank for all; `older`: at least so many company days old */
  filters: {
    show: z.enum(WORK_SHOWS).default('waiting'),
    owner: z.enum(WORK_OWNERS).default('all'),
    kind: z.enum(anyKind).default(''),
    school: searchText,
    older: z.coerce.number().int().min(0).max(3650).default(0),
  },
  more: {
    /** of each kind that the caller may read, by the other filters; above 200, `list` shows all */
    kinds: z.array(z.object({ kind: kindShape, n: z.number().int(), list: z.string() })),
    schools: z.array(z.object({ path: z.string(), text: z.string() })),
    /** who may own entries, with the kinds that the person may read */
    people: z.array(personShape.extend({ kinds: z.array(kindShape) })),
  },
});
export type WorkPage = z.output<typeof listWork.item>;

export const claimWork = endpoint({
  name: 'claimWork',
  summary:
    'Take an entry, give it to a colleague, hide it to a day, note something, or mark it as done (OF9.3)',
  method: 'PUT',
  path: '/admin/worklist/claim',
  guard: { right: 'families_write' },
  audits: ['work.claim'],
  impersonation: 'refused',
  fieldsOf: 'work',
  body: claimFieldsShape.extend({
    kind: kindShape,
    subject: requiredText(300),
    /** only kinds without a state of their own are marked */
    is_done: z.boolean(),
    version: versionShape,
  }),
  item: workItemShape,
  refusals: [
    officeRefusals.work_gone,
    officeRefusals.work_owner_unknown,
    officeRefusals.work_day_past,
    officeRefusals.work_has_state,
    rightRefusals.right_missing,
    accountRefusals.edited_meanwhile,
    accountRefusals.refused_while_impersonating,
  ],
});
