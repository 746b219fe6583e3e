/** The objects of the catalog, by the names of calls, change sets and the audit log. */
export const OBJECT_KINDS = [
  'company',
  'division',
  'program_group',
  'program',
  'grade',
  'period',
  'period_group',
  'printable',
  'period_program',
  'surcharge',
  'route',
  'payment_term',
  'addon',
  'discount',
  'aid_code',
  'content_block',
  'news_item',
] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

/** Kinds outside of every season, and the season: removed, never ended. */
const NEVER_ENDED = ['company', 'division', 'period'] as const;

type EndedKind = Exclude<ObjectKind, (typeof NEVER_ENDED)[number]>;

/** Kinds whose objects can be ended: no family is offered an ended object, and the row stays (SE3.11). */
export const ENDED_KINDS = OBJECT_KINDS.filter(
  (kind): kind is EndedKind => !(NEVER_ENDED as readonly string[]).includes(kind),
);

/** Kinds whose objects can be removed: all but the company. */
export const REMOVED_KINDS = OBJECT_KINDS.filter(
  (kind): kind is Exclude<ObjectKind, 'company'> => kind !== 'company',
);
export type RemovedKind = (typeof REMOVED_KINDS)[number];

/** Kinds with a file that staff upload (SE2.5). */
export const FILE_KINDS = [
  'program_group',
  'printable',
  'route',
  'content_block',
] as const satisfies readonly ObjectKind[];
export type FileKind = (typeof FILE_KINDS)[number];

/** Kinds with a button that puts a copy beside the object (SE1.8). */
export const COPIED_KINDS = [
  'route',
  'payment_term',
  'addon',
  'period_program',
] as const satisfies readonly ObjectKind[];
export type CopiedKind = (typeof COPIED_KINDS)[number];

export type Naming = { name: 'text' | 'name'; key?: string };

/** The fields with the name that people read and, where another field is the key, with the key. */
export const NAMING = {
  program_group: { name: 'text', key: 'path' },
  program: { name: 'text', key: 'name' },
  route: { name: 'name' },
  payment_term: { name: 'name', key: 'identifier' },
  addon: { name: 'text', key: 'name' },
} as const satisfies Partial<Record<ObjectKind, Naming>>;

/** Kinds with an order among siblings. */
export const ORDERED_KINDS = [
  'program_group',
  'program',
  'grade',
  'printable',
  'route',
  'addon',
  'content_block',
  'news_item',
] as const satisfies readonly ObjectKind[];
export type OrderedKind = (typeof ORDERED_KINDS)[number];
