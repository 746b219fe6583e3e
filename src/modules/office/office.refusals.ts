import { m } from '#i18n/messages.js';
import { refusals } from '#kit/refusal.ts';

export const officeRefusals = refusals({
  list_unknown: { status: 422, say: () => m.server_list_unknown() },
  too_many_rows: { status: 422, say: () => m.server_too_many_rows() },
  view_not_found: { status: 404, say: () => m.server_view_not_found() },
  view_name_taken: { status: 409, say: () => m.server_view_name_taken() },
  too_many_views: { status: 409, say: () => m.server_too_many_views() },
  mail_not_given_up: { status: 409, say: () => m.server_mail_not_given_up() },
  /** a job that works, or that runs by itself soon (HE1) */
  job_not_dead: { status: 409, say: () => m.server_job_not_dead() },
  work_gone: { status: 409, say: () => m.server_work_gone() },
  /** no colleague, or one without the right of the entry (OF9.3) */
  work_owner_unknown: { status: 422, say: () => m.server_work_owner_unknown() },
  work_day_past: { status: 422, say: () => m.server_work_day_past() },
  work_has_state: { status: 409, say: () => m.server_work_has_state() },
  school_unknown: { status: 422, say: () => m.server_school_unknown() },
  /** real money is charged by the real time (K1) */
  clock_is_real: { status: 409, say: () => m.server_clock_is_real() },
  clock_backwards: { status: 422, say: () => m.server_clock_backwards() },
  clock_too_far: { status: 422, say: () => m.server_clock_too_far() },
});
