import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { shownName } from '#kit/text/full-name.ts';
import {
  disableStaff,
  enableStaff,
  resendInvitation,
  resetStaffFactor,
  takeBackInvitation,
  type StaffMember,
} from '#modules/accounts/staff/staff.contract.ts';
import { call, callForOne } from '#app/api/client.ts';
import { useOnce } from '#app/api/use-once.ts';
import { useAuth } from '#app/auth/use-auth.ts';
import { ConfirmButton } from '#app/forms/confirm-button.tsx';
import { useAct } from '#app/forms/use-act.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { EndSessionsButton } from '#app/routes/office/end-sessions-button.tsx';
import { NoteDialog } from '#app/routes/office/note-dialog.tsx';
import { ChangeRole } from './change-role.tsx';

type MemberProps = { member: StaffMember };
type Refusable = MemberProps & { disabledReason?: string };

function SendAgain({ member }: MemberProps) {
  const { isBusy, problem, act } = useAct();
  const queries = useQueryClient();
  const say = useToast();
  const once = useOnce();
  const params = { id: member.id };
  const send = async () => {
    await once(params, (headers) => callForOne(resendInvitation, { headers, params }));
    say(m.office_staff_invited({ email: member.email }));
    await queries.invalidateQueries();
  };
  return (
    <>
      <ErrorNotice text={problem} />
      <Button look="secondary" size="small" busy={isBusy} onClick={() => void act(send)}>
        {m.office_staff_send_again()}
      </Button>
    </>
  );
}

function TakeBack({ member }: MemberProps) {
  const queries = useQueryClient();
  return (
    <ConfirmButton
      label={m.office_staff_take_back()}
      title={m.office_staff_take_back_title({ name: shownName(member) })}
      description={m.office_staff_take_back_text({ email: member.email })}
      done={m.office_staff_taken_back()}
      act={async () => {
        await call(takeBackInvitation, { params: { id: member.id } });
        void queries.invalidateQueries();
      }}
    />
  );
}

function OpenAgain({ member }: MemberProps) {
  const queries = useQueryClient();
  const once = useOnce();
  const params = { id: member.id };
  return (
    <ConfirmButton
      look="secondary"
      label={m.office_staff_open_again()}
      title={m.office_staff_open_again_title({ name: shownName(member) })}
      description={m.office_staff_invite_text({ email: member.email })}
      done={m.office_staff_invited({ email: member.email })}
      act={async () => {
        await once(params, (headers) => callForOne(enableStaff, { headers, params }));
        void queries.invalidateQueries();
      }}
    />
  );
}

function EndAccount({ member, disabledReason }: Refusable) {
  const [isOpen, setOpen] = useState(false);
  const once = useOnce();
  const name = shownName(member);
  const params = { id: member.id };
  return (
    <>
      <Button look="danger" size="small" disabledReason={disabledReason} onClick={() => setOpen(true)}>
        {m.office_staff_end()}
      </Button>
      {isOpen && (
        <NoteDialog
          title={m.office_staff_end_title({ name })}
          description={m.office_staff_end_text({ name })}
          field={{
            name: 'reason',
            label: m.office_staff_end_reason(),
            note: m.office_staff_end_reason_note(),
          }}
          confirmText={m.office_staff_end()}
          doneText={m.office_staff_ended({ name })}
          send={(reason) =>
            once({ ...params, reason }, (headers) =>
              callForOne(disableStaff, { headers, params, body: { reason } }),
            )
          }
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** For a colleague with a lost phone and lost recovery codes. */
function ResetFactorButton({ member }: MemberProps) {
  const queries = useQueryClient();
  return (
    <ConfirmButton
      label={m.office_reset_factor()}
      title={m.office_reset_factor_title({ name: shownName(member) })}
      description={m.office_reset_factor_text()}
      done={m.office_reset_factor_done()}
      act={async () => {
        await call(resetStaffFactor, { params: { id: member.id } });
        void queries.invalidateQueries();
      }}
    />
  );
}

function OfInvited({ member }: MemberProps) {
  return (
    <>
      <SendAgain member={member} />
      <ChangeRole member={member} />
      <TakeBack member={member} />
    </>
  );
}

function OfColleague({ member }: MemberProps) {
  const isOwn = useAuth().user?.id === member.id;
  const refusable = { member, ...(isOwn && { disabledReason: m.server_own_role() }) };
  return (
    <>
      <ChangeRole {...refusable} />
      <EndSessionsButton user_id={member.id} name={shownName(member)} />
      {member.has_second_factor && !isOwn && <ResetFactorButton member={member} />}
      <EndAccount {...refusable} />
    </>
  );
}

export function MemberActs({ member }: MemberProps) {
  const { is_disabled, is_pending } = member;
  return (
    <div className="flex flex-wrap gap-2">
      {is_disabled && <OpenAgain member={member} />}
      {!is_disabled && (is_pending ? <OfInvited member={member} /> : <OfColleague member={member} />)}
    </div>
  );
}
