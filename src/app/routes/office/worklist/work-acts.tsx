import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { claimWork, type WorkItem, type WorkPage } from '#modules/office/worklist/worklist.contract.ts';
import { remindOfPayment } from '#modules/billing/staff-edits/payment-edit.contract.ts';
import { resendVerificationOf } from '#modules/office/people/people.contract.ts';
import { askForPhoto } from '#modules/orders/staff/ask-for-photo.contract.ts';
import { call, callForOne } from '#app/api/client.ts';
import { useAct } from '#app/forms/use-act.ts';
import { useAuth, useRight } from '#app/auth/use-auth.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';
import { claimOf, ClaimDialog } from './claim-dialog.tsx';
import { detailText, workName } from './work-texts.ts';

type ActsProps = { item: WorkItem; people: WorkPage['people'] };

function useClaim(item: WorkItem) {
  const queries = useQueryClient();
  const say = useToast();
  const { isBusy, problem, act } = useAct();
  const claim = (changes: Partial<ReturnType<typeof claimOf>>, done: string) =>
    void act(async () => {
      try {
        await callForOne(claimWork, { body: { ...claimOf(item), ...changes } });
        say(done);
      } finally {
        await queries.invalidateQueries();
      }
    });
  return { isBusy, problem, claim };
}

/** A mail is the next step of all but a failed payment, about which staff call first (OF9.2). */
const isMailed = ({ mail }: WorkItem) => mail !== null && mail.kind !== 'reminder';

type Mail = NonNullable<WorkItem['mail']>;

function sendMail({ kind, id, order_id }: Mail) {
  if (kind === 'verification') return call(resendVerificationOf, { params: { id } });
  if (kind === 'photo') return call(askForPhoto, { params: { id } });
  return call(remindOfPayment, { params: { order_id: order_id!, payment_id: id } });
}

type MailProps = { item: WorkItem; mail: Mail; named: (act: string) => string };

/** Mails the family, once a day; the entry stays until its cause is gone. */
function MailButton({ item, mail, named }: MailProps) {
  const say = useToast();
  const { isBusy, problem, act } = useAct();
  const may = useRight(mail.kind === 'reminder' ? 'money_write' : 'families');
  if (!may) return null;
  const label = mail.kind === 'reminder' ? m.list_act_remind() : item.act.name;
  const send = async () => {
    await sendMail(mail);
    say(m.office_work_mailed());
  };
  return (
    <>
      <Button
        look={isMailed(item) ? 'secondary' : 'quiet'}
        size="small"
        busy={isBusy}
        aria-label={named(label)}
        onClick={() => void act(send)}
      >
        {label}
      </Button>
      <ErrorNotice text={problem} />
    </>
  );
}

/** The next step of an entry, and the buttons of the claim (OF9.2, OF9.3). */
export function WorkActs({ item, people }: ActsProps) {
  const { user } = useAuth();
  const mayWrite = useRight('families_write');
  const [isOpen, setOpen] = useState(false);
  const { isBusy, problem, claim } = useClaim(item);
  const named = (act: string) =>
    m.office_work_act_of({ act, kind: workName(item), title: item.title || detailText(item) });
  const markDone = () => claim({ is_done: true }, m.office_work_marked());
  return (
    <span className="grid justify-items-end gap-2 py-1 md:justify-items-start">
      <ErrorNotice text={problem} />
      <span className="flex flex-wrap gap-2 max-md:justify-end">
        {item.mail && !item.is_done && <MailButton mail={item.mail} item={item} named={named} />}
        {item.act.path !== null && !item.is_done && !isMailed(item) && (
          <LinkButton look="secondary" size="small" to={item.act.path} aria-label={named(item.act.name)}>
            {item.act.name}
          </LinkButton>
        )}
        {mayWrite && item.may_be_done && !item.is_done && (
          <Button
            look={item.act.path === null ? 'secondary' : 'quiet'}
            size="small"
            busy={isBusy}
            aria-label={named(item.act.path === null ? item.act.name : m.office_work_mark_done())}
            onClick={markDone}
          >
            {item.act.path === null ? item.act.name : m.office_work_mark_done()}
          </Button>
        )}
        {mayWrite && item.is_done && (
          <Button
            look="secondary"
            size="small"
            busy={isBusy}
            aria-label={named(m.office_work_mark_open())}
            onClick={() => claim({ is_done: false }, m.office_work_marked_open())}
          >
            {m.office_work_mark_open()}
          </Button>
        )}
        {mayWrite && item.owner === null && user && (
          <Button
            look="quiet"
            size="small"
            busy={isBusy}
            aria-label={named(m.office_work_take())}
            onClick={() => claim({ owner_id: user.id }, m.office_work_taken())}
          >
            {m.office_work_take()}
          </Button>
        )}
        {mayWrite && (
          <Button
            look="quiet"
            size="small"
            aria-label={named(m.office_work_change())}
            onClick={() => setOpen(true)}
          >
            {m.office_work_change()}
          </Button>
        )}
      </span>
      {isOpen && <ClaimDialog item={item} people={people} onClose={() => setOpen(false)} />}
    </span>
  );
}
