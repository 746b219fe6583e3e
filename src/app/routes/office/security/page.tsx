import { useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { SecurityCards } from '#app/security/security-cards.tsx';
import { readWorkMail, setWorkMail } from '#modules/accounts/staff/work-mail.contract.ts';
import { call } from '#app/api/client.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { itemsKey, useItems } from '#app/api/use-items.ts';
import { useAct } from '#app/forms/use-act.ts';
import { Card } from '#app/ui/card.tsx';
import { CheckboxField } from '#app/ui/fields/checkbox-field.tsx';
import { useRight } from '#app/auth/use-auth.ts';
import { pageTitle } from '#app/shell/page-title.ts';
import { PageHead } from '#app/ui/page-head.tsx';

export const meta = () => pageTitle(m.office_title_security());

/** The daily email about own red entries of the worklist (OF9.5). */
function WorkMail() {
  const query = useItems(readWorkMail, {});
  const queries = useQueryClient();
  const { isBusy, problem, act } = useAct();
  const change = (is_on: boolean) =>
    act(async () => {
      await call(setWorkMail, { body: { is_on } });
      await queries.invalidateQueries({ queryKey: itemsKey(readWorkMail) });
    });
  return (
    <Card title={m.office_work_mail_title()}>
      <Loaded query={query} loading={m.office_loading()}>
        {([read]) => (
          <CheckboxField
            name="is_on"
            label={m.office_work_mail_label()}
            note={m.office_work_mail_note()}
            checked={read?.is_on ?? false}
            disabled={isBusy}
            error={problem}
            onChange={(event) => void change(event.target.checked)}
          />
        )}
      </Loaded>
    </Card>
  );
}

/** Staff without a required second factor are led here. */
export default function StaffSecurity() {
  const ownsWork = useRight('families_write');
  return (
    <>
      <PageHead title={m.office_title_security()} />
      <div className="grid gap-5">
        <SecurityCards />
        {ownsWork && <WorkMail />}
      </div>
    </>
  );
}
