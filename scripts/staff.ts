import { m } from '#i18n/messages.js';
import { dayIn, formatDate } from '#kit/plain-date.ts';
import {
  addStaff,
  changeRole,
  disableAccount,
  resetFactor,
  type MadeBefore,
} from '#modules/accounts/staff/staff-accounts.service.ts';
import { listStaff } from '#modules/office/people/people.service.ts';
import type { AppContext } from '#server/app-context.ts';
import { complain, runCommand, say } from './command/run-command.ts';
import { readStaffArguments, type StaffArguments } from './command/staff-arguments.ts';

/*
 * `npm run staff -- add EMAIL [--super | --role ROLE] [--existing] | disable EMAIL |
 * role EMAIL ROLE [--existing] | reset-factor EMAIL | list`, while the portal runs or not (H1, H2, MH1).
 */
async function list({ db }: AppContext): Promise<void> {
  for (const { email: address, roles, last_login_at, ...member } of await listStaff(db)) {
    const seen = member.is_pending ? m.portal_staff_no_password() : (last_login_at ?? m.portal_staff_never());
    say([address, roles.join(', '), member.is_disabled ? m.portal_staff_disabled() : seen].join('\t'));
  }
}

type RoleArguments = Extract<StaffArguments, { verb: 'add' | 'role' }>;
type OtherArguments = Extract<StaffArguments, { verb: 'disable' | 'reset-factor' }>;

function complainOfOwner(email: string, before: MadeBefore, time_zone: string): void {
  const dayOf = (at: Date) => formatDate(dayIn(time_zone, at));
  const { made_at, verified_at, moved_at } = before;
  const verified = verified_at
    ? m.portal_staff_verified_on({ day: dayOf(verified_at) })
    : m.portal_staff_never_verified();
  complain(m.portal_staff_made_before({ email, day: dayOf(made_at), verified }));
  if (moved_at) complain(m.portal_staff_moved({ day: dayOf(moved_at) }));
  complain(m.portal_staff_say_existing());
}

/** @returns the exit code */
async function giveRole(context: AppContext, asked: RoleArguments): Promise<number> {
  const { email, role } = asked;
  const done =
    asked.verb === 'add' ? await addStaff(context, asked, asked) : await changeRole(context, asked, asked);
  if (!done) return complainOfUnknown(email);
  if (done.k === 'made_before') {
    complainOfOwner(email, done, context.clock.time_zone);
    return 1;
  }
  if (!done.link) say(m.portal_staff_role({ email, role }));
  else {
    say(done.is_pending ? m.portal_staff_pending({ email, role }) : m.portal_staff_added({ email, role }));
    say(done.link);
  }
  return 0;
}

function complainOfUnknown(email: string): number {
  complain(m.portal_staff_unknown({ email }));
  return 1;
}

/** @returns the exit code */
async function change(context: AppContext, { verb, email }: OtherArguments): Promise<number> {
  const isKnown = await (verb === 'disable' ? disableAccount : resetFactor)(context, email);
  if (!isKnown) return complainOfUnknown(email);
  say(verb === 'disable' ? m.portal_staff_closed({ email }) : m.portal_staff_factor_reset({ email }));
  return 0;
}

async function run(context: AppContext, asked: StaffArguments): Promise<number> {
  if (asked.verb === 'add' || asked.verb === 'role') return giveRole(context, asked);
  if (asked.verb !== 'list') return change(context, asked);
  await list(context);
  return 0;
}

process.exitCode = await runCommand({
  asked: readStaffArguments(process.argv.slice(2)),
  usage: () => m.portal_staff_usage(),
  run,
});
