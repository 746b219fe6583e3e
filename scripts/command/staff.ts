import { m } from '#i18n/messages.js';
import { dayIn, formatDate } from '#kit/plain-date.ts';
import { email as emailRule } from '#kit/rules/fields.ts';
import {
  addStaff,
  changeRole,
  disableAccount,
  resetFactor,
  ROLES_BY_NAME,
  type MadeBefore,
  type RoleName,
} from '#modules/accounts/staff/staff-accounts.service.ts';
import { namesOf } from '#modules/accounts/staff/names-of.ts';
import { listStaff } from '#modules/accounts/staff/staff-members.service.ts';
import type { AppContext } from '#server/app-context.ts';
import { DONE, NOT_DONE, NotUnderstood, type Handler } from './command-line.ts';
import { onDatabase } from './on-database.ts';
import { complain, say } from './say.ts';

/* `staff add`, `role`, `disable`, `reset-factor` and `list`, while the portal runs or not (H1, H2, MH1). */

/** The role of a school has no name on the command line: people with it are invited on /admin/staff. */
const NAME_OF_SCHOOLS = 'school';

const NAMES_OF_ROLES = new Map<string | null, RoleName>(
  Object.entries(ROLES_BY_NAME).map(([name, role]) => [role, name as RoleName]),
);

async function printStaff({ db }: AppContext): Promise<number> {
  for (const { email: address, role, last_login_at, ...member } of await listStaff(db)) {
    const seen = member.is_pending ? m.portal_staff_no_password() : (last_login_at ?? m.portal_staff_never());
    const name = NAMES_OF_ROLES.get(role) ?? NAME_OF_SCHOOLS;
    say([address, name, member.is_disabled ? m.portal_staff_disabled() : seen].join('\t'));
  }
  return DONE;
}

const isRole = (text: string): text is RoleName => Object.hasOwn(ROLES_BY_NAME, text);

/** @throws NotUnderstood */
function addressOf(text: string | undefined): string {
  const known = emailRule().safeParse(text);
  if (!known.success) throw new NotUnderstood(m.portal_staff_must_email({ value: text ?? '' }));
  return known.data;
}

/** @throws NotUnderstood */
function roleOf(text: string, isForNew: boolean): RoleName {
  if (isRole(text) && !(isForNew && text === 'parent')) return text;
  const roles = Object.keys(ROLES_BY_NAME).filter((role) => !(isForNew && role === 'parent'));
  throw new NotUnderstood(m.portal_staff_must_role({ value: text, roles: roles.join(', ') }));
}

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
function tellRole(
  { clock }: AppContext,
  { email, role }: { email: string; role: RoleName },
  done: Awaited<ReturnType<typeof changeRole>>,
): number {
  if (!done) return complainOfUnknown(email);
  if (done.k === 'made_before') {
    complainOfOwner(email, done, clock.time_zone);
    return NOT_DONE;
  }
  if (!done.link) say(m.portal_staff_role({ email, role }));
  else {
    say(done.is_pending ? m.portal_staff_pending({ email, role }) : m.portal_staff_added({ email, role }));
    say(done.link);
  }
  return DONE;
}

function complainOfUnknown(email: string): number {
  complain(m.portal_staff_unknown({ email }));
  return NOT_DONE;
}

export const add: Handler = async ({ values: [address], options }) => {
  const to = addressOf(address);
  if (options['super'] && options['role'] !== undefined) throw new NotUnderstood(m.portal_staff_one_role());
  const role = options['super'] ? 'super-admin' : roleOf(String(options['role'] ?? 'admin'), true);
  const asked = { email: to, role, ...namesOf(options['name'] as string | undefined, to) };
  const existing = options['existing'] === true;
  return onDatabase(async (context) =>
    tellRole(context, asked, await addStaff(context, asked, { existing })),
  );
};

export const changeTo: Handler = async ({ values: [address, name = ''], options }) => {
  const asked = { email: addressOf(address), role: roleOf(name, false) };
  const existing = options['existing'] === true;
  return onDatabase(async (context) =>
    tellRole(context, asked, await changeRole(context, asked, { existing })),
  );
};

type Change = (context: AppContext, email: string) => Promise<boolean>;

const onAccount =
  (change: Change, done: (facts: { email: string }) => string): Handler =>
  async ({ values: [address] }) => {
    const email = addressOf(address);
    return onDatabase(async (context) => {
      if (!(await change(context, email))) return complainOfUnknown(email);
      say(done({ email }));
      return DONE;
    });
  };

export const disable = onAccount(disableAccount, m.portal_staff_closed);

export const resetFactorOf = onAccount(resetFactor, m.portal_staff_factor_reset);

export const list: Handler = () => onDatabase(printStaff);
