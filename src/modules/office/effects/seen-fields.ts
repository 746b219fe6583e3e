import type { ObjectKind } from '#modules/catalog/objects/object-kinds.ts';

/**
 * The columns that families and visitors read as they are: names, addresses, days and pictures. Prices,
 * hours, switches, texts and files of contracts have sentences of their own.
 */
const SEEN: Partial<Record<ObjectKind, readonly string[]>> = {
  company: [
    'name',
    'dispatch_phone',
    'dispatch_email',
    'dispatch_hours',
    'hiring_email',
    'customer_service_email',
    'refund_periods',
  ],
  division: ['company_name', 'address_1', 'city', 'state', 'zip', 'phone_main'],
  program_group: ['path', 'text', 'division_id', 'routes_email', 'line_color', 'drawing_file'],
  program: ['text', 'check_attention', 'check_text'],
  grade: ['text'],
  period: [
    'text',
    'first_day_of_school',
    'refund_cutoff',
    'reassign_to',
    'reassign_cutoff',
    'reassign_address_1',
    'reassign_city',
    'reassign_state',
    'reassign_zip',
    'reassign_phone',
    'reassign_due_on',
  ],
  period_group: ['first_day_of_school'],
  printable: ['name'],
  period_program: ['reassign_instructions'],
  route: ['name', 'text_before', 'text_after'],
  payment_term: ['prefix_text'],
  content_block: ['category', 'content', 'helper_text', 'short_name', 'program_group_id'],
  news_item: ['day', 'title', 'link', 'link_text'],
};

export const isSeen = (kind: ObjectKind, column: string): boolean => SEEN[kind]?.includes(column) ?? false;

/** Objects that stand on a page or in a choice by themselves. */
const SHOWN_KINDS: readonly ObjectKind[] = ['grade', 'printable', 'content_block', 'news_item'];

export const isShownByItself = (kind: ObjectKind): boolean => SHOWN_KINDS.includes(kind);

/** What has ended of these is read by nobody. A school or program that is switched off keeps its page. */
const UNREAD_ONCE_ENDED: readonly ObjectKind[] = [...SHOWN_KINDS, 'route', 'payment_term', 'program'];

export const isUnread = (kind: ObjectKind, { is_active }: Record<string, unknown>): boolean =>
  is_active === false && UNREAD_ONCE_ENDED.includes(kind);
