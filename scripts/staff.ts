import { m } from '../src/i18n/messages.js';
import {
  addStaff,
  changeRole,
  disableAccount,
  resetFactor,
} from '#modules/accounts/staff/staff-accounts.service.ts';
import { listStaff } from '#modules/admin/people.service.ts';
import type { AppContext } from '#server/app-context.ts';
import { complain, runCommand, say } from './command/run-command.ts';
import { readStaffArguments, type StaffArguments } from './command/staff-arguments.ts';

/*
 * `npm run staff -- add EMAIL [--super] | disable EMAIL | role EMAIL ROLE | reset-factor EMAIL | list`,
 * while the portal runs or not (H1, H2).
 */
async function list({ db }: AppContext): Promise<void> {
  for (const { email: address, roles, last_login_at, is_disabled } of await listStaff(db)) {
    const state = is_disabled ? m.portal_staff_disabled() : (last_login_at ?? m.portal_staff_never());
    say([address, roles.join(', '), state].join('\t'));
  }
}

type Change = Exclude<StaffArguments, { verb: 'list' | 'add' }>;

function change(context: AppContext, asked: Change): Promise<boolean> {
  if (asked.verb === 'role') return changeRole(context, asked.email, asked.role);
  return asked.verb === 'disable' ? disableAccount(context, asked.email) : resetFactor(context, asked.email);
}

function sentenceOf(asked: Change): string {
  const { email } = asked;
  if (asked.verb === 'role') return m.portal_staff_role({ email, role: asked.role });
  return asked.verb === 'disable' ? m.portal_staff_closed({ email }) : m.portal_staff_factor_reset({ email });
}

async function run(context: AppContext, asked: StaffArguments): Promise<number> {
  if (asked.verb === 'list') {
    await list(context);
    return 0;
  }
  if (asked.verb === 'add') {
    const link = await addStaff(context, asked);
    say(m.portal_staff_added({ email: asked.email, role: asked.role }));
    say(link);
    return 0;
  }
  if (!(await change(context, asked))) {
    complain(m.portal_staff_unknown({ email: asked.email }));
    return 1;
  }
  say(sentenceOf(asked));
  return 0;
}

process.exitCode = await runCommand({
  asked: readStaffArguments(process.argv.slice(2)),
  usage: () => m.portal_staff_usage(),
  run,
});
