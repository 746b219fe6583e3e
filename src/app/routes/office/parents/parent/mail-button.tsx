import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { readParent } from '#modules/office/people/people.contract.ts';
import { itemsKey } from '#app/api/use-items.ts';
import { useAct } from '#app/forms/use-act.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';

type Props = { label: string; send: () => Promise<unknown> };

/** Mails the family, once a day; the page is read again. */
export function MailButton({ label, send }: Props) {
  const queries = useQueryClient();
  const say = useToast();
  const { isBusy, problem, act } = useAct();
  const press = () =>
    act(async () => {
      await send();
      say(m.family_mail_sent());
      await queries.invalidateQueries({ queryKey: itemsKey(readParent) });
    });
  return (
    <>
      <Button look="quiet" size="small" busy={isBusy} onClick={() => void press()}>
        {label}
      </Button>
      <ErrorNotice text={problem} />
    </>
  );
}
