import { m } from '#i18n/messages.js';
import type { Right } from '#kit/endpoint/right.ts';

/** Where an entry leads: the ids that the entry's source has found. */
export type WorkPlace = {
  subject: string;
  order_id: number | null;
  user_id: number | null;
  student_id: number | null;
  program_group_id: number | null;
  ref: number | null;
  title: string | null;
};

/** The most letters of a search. */
const SEARCH_MAX = 100;

/** The emails of staff about an entry, to the account, student or payment that is the subject. */
export const WORK_MAILS = ['verification', 'photo', 'reminder'] as const;
export type WorkMail = (typeof WORK_MAILS)[number];

type WorkKindFacts = {
  /** reads the entry and has the next step */
  right: Right;
  name: () => string;
  act: () => string;
  /** the page of the next step */
  path: (place: WorkPlace) => string;
  /** shows more than the worklist does */
  list: string;
  /**
   * How the entry goes without a state of its own (OF9.3): `act` is the one button, `also` stands beside the
   * way to the page.
   */
  done?: 'act' | 'also';
  mail?: WorkMail;
};

const ofOrder = ({ order_id }: WorkPlace) => `/admin/orders/${order_id}`;
const ofFamily = ({ user_id }: WorkPlace) => `/admin/users/parents/${user_id}`;
const to = (path: string) => () => path;

/** Opens the dialog that links the award; the name of the child brings the award onto the first page. */
const linkPath = ({ subject, ref, program_group_id, title }: WorkPlace) =>
  `/admin/awards?${new URLSearchParams({
    season: String(ref),
    school: String(program_group_id),
    state: 'open',
    search: (title ?? '').slice(0, SEARCH_MAX),
    award: subject,
  })}`;

/**
 * The kinds of the worklist in their order (OF9.2). A new kind needs a line here, rows in
 * `work-sources.service.ts` and a cause in `worklist.test.ts`.
 */
export const WORK = {
  refund_request: {
    right: 'money_write',
    name: m.office_work_refund_request,
    act: m.office_work_decide,
    path: ({ subject }) => `/admin/requests/${subject}`,
    list: '/admin/requests',
  },
  reassignment: {
    right: 'money_write',
    name: m.office_work_reassignment,
    act: m.office_work_passed_on,
    path: ofOrder,
    list: '/admin/requests?kind=reassign&sort=newest',
    done: 'act',
  },
  aid_claim: {
    right: 'money_write',
    name: m.office_work_aid_claim,
    act: m.office_work_decide,
    path: to('/admin/aid'),
    list: '/admin/aid',
  },
  approval: {
    right: 'money_write',
    name: m.office_work_approval,
    act: m.office_work_decide,
    path: to('/admin/approvals'),
    list: '/admin/approvals',
  },
  award_without_child: {
    right: 'aid',
    name: m.office_work_award,
    act: m.office_work_link,
    path: linkPath,
    list: '/admin/awards?state=open',
  },
  lost_offer: {
    right: 'money_write',
    name: m.office_work_lost_offer,
    act: m.office_work_sell_again,
    path: ({ subject }) => `/admin/offers/${subject}`,
    list: '/admin/offers?state=ended,declined',
    done: 'also',
  },
  late_check: {
    right: 'money_write',
    name: m.office_work_late_check,
    act: m.office_work_record,
    path: ({ ref }) => `/admin/offers/${ref}`,
    list: '/admin/offers?state=accepted',
  },
  paper: {
    right: 'money_write',
    name: m.office_work_paper,
    act: m.office_work_go_on,
    path: to('/admin/paper'),
    list: '/admin/paper',
  },
  lost_amendment: {
    right: 'money_write',
    name: m.office_work_lost_amendment,
    act: m.office_work_propose_again,
    path: ({ order_id, ref }) => `/admin/orders/${order_id}/change?again=${ref}`,
    list: '/admin/amendments?state=declined,ended',
    done: 'also',
  },
  acceptance: {
    right: 'money_write',
    name: m.office_work_acceptance,
    act: m.office_work_send_again,
    path: ofOrder,
    list: '/admin/orders?state=active,awaiting_aid&placed_by_staff=yes&accepted=no',
  },
  special_request: {
    right: 'families',
    name: m.office_work_special_request,
    act: m.office_work_handled,
    path: ofOrder,
    list: '/admin/orders?state=active&special_request=yes',
    done: 'act',
  },
  changed_student: {
    right: 'money_write',
    name: m.office_work_changed_student,
    act: m.office_work_take_in,
    path: ({ order_id }) => `/admin/orders/${order_id}/change?student=on_file`,
    list: '/admin/students?changed_since=yes',
  },
  photo: {
    right: 'families',
    name: m.office_work_photo,
    act: m.office_work_ask,
    path: ofFamily,
    list: '/admin/students?photo_missing=yes',
    mail: 'photo',
  },
  email: {
    right: 'families',
    name: m.office_work_email,
    act: m.office_work_send_again,
    path: ofFamily,
    list: '/admin/users/parents?contract=yes&verified=no',
    mail: 'verification',
  },
  mail: {
    right: 'audit',
    name: m.office_work_mail,
    act: m.office_work_see_address,
    // Staff, and addresses without an account, have no page of a family.
    path: ({ ref }) => (ref === null ? '/admin/mails?state=given_up' : `/admin/users/parents/${ref}`),
    list: '/admin/mails?state=given_up',
  },
  returned_mail: {
    right: 'money_write',
    name: m.office_work_returned_mail,
    act: m.office_work_see_family,
    path: ofFamily,
    list: '/admin/mails?state=given_up',
  },
  failed_payment: {
    right: 'money',
    name: m.office_work_failed_payment,
    act: m.office_work_call,
    path: ofFamily,
    list: '/admin/owed?past_due=yes',
    done: 'also',
    mail: 'reminder',
  },
  money_matter: {
    right: 'money',
    name: m.office_work_money_matter,
    act: m.office_work_see_matter,
    path: to('/admin/money'),
    list: '/admin/money',
  },
  season_check: {
    right: 'season_write',
    name: m.office_work_season_check,
    act: m.office_work_mend,
    path: ({ ref }) => `/admin/seasons/${ref}/checks`,
    list: '/admin/seasons',
  },
  application: {
    right: 'hiring',
    name: m.office_work_application,
    act: m.office_work_read,
    path: ({ subject }) => `/admin/applications/${subject}`,
    list: '/admin/applications?state=open',
  },
} as const satisfies Record<string, WorkKindFacts>;

export type WorkKind = keyof typeof WORK;

export const WORK_KINDS = Object.keys(WORK) as [WorkKind, ...WorkKind[]];

export const workFacts = (kind: WorkKind): WorkKindFacts => WORK[kind];

/** The most entries of a kind on the worklist (OF9.1). */
export const WORK_SHOWN = 200;

export type WorkTone = 'none' | 'amber' | 'red';

type Ages = { readonly amber: number; readonly red: number };

const AGES: Ages = { amber: 2, red: 5 };

/** How urgent an entry is by its age in company days, at the ages of the company (OF9.4). */
export function workTone(
  { kind, days }: { kind: string; days: number },
  ages: Readonly<Record<string, Ages>> | null,
): WorkTone {
  const { amber, red } = ages?.[kind] ?? AGES;
  if (days >= red) return 'red';
  return days >= amber ? 'amber' : 'none';
}
