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

/** What stands before every season, and has no end but its removal. */
const NEVER_ENDED = ['company', 'division', 'period'] as const;

type EndedKind = Exclude<ObjectKind, (typeof NEVER_ENDED)[number]>;

/** What can be ended: offered to nobody from then on, and kept (SE3.11). */
export const ENDED_KINDS = OBJECT_KINDS.filter(
  (kind): kind is EndedKind => !(NEVER_ENDED as readonly string[]).includes(kind),
);

/** The company alone stays. */
export const REMOVED_KINDS = OBJECT_KINDS.filter(
  (kind): kind is Exclude<ObjectKind, 'company'> => kind !== 'company',
);
export type RemovedKind = (typeof REMOVED_KINDS)[number];

/** What has a file of its own, which staff upload (SE2.5). */
export const FILE_KINDS = [
  'program_group',
  'printable',
  'route',
  'content_block',
] as const satisfies readonly ObjectKind[];
export type FileKind = (typeof FILE_KINDS)[number];

/** What a copy beside it is made of, by one press (SE1.8). */
export const COPIED_KINDS = [
  'route',
  'payment_term',
  'addon',
  'period_program',
] as const satisfies readonly ObjectKind[];
export type CopiedKind = (typeof COPIED_KINDS)[number];

/** What has an order among its siblings. */
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
