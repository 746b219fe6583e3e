import { m } from '#i18n/messages.js';
import { askForAcceptance } from '#modules/orders/acceptance/acceptance.contract.ts';
import type { Order } from '#modules/orders/orders.contract.ts';
import { useAct } from '#app/forms/use-act.ts';
import { call } from '#app/api/client.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { Button } from '#app/ui/button.tsx';
import { Facts } from '#app/ui/card.tsx';
import { Fold } from '#app/ui/fold.tsx';
import { ErrorNotice } from '#app/ui/notice.tsx';
import { useToast } from '#app/ui/toast.tsx';

/** An order that staff placed waits for the family's own acceptance (H10). */
export function StaffAcceptance({ order }: { order: Order }) {
  const timeText = useCompanyTime();
  const say = useToast();
  const { isBusy, problem, act } = useAct();
  const mayAsk = useRight('money_write');
  const placed = order.staff_placed;
  if (!placed) return null;
  const ask = () =>
    act(async () => {
      await call(askForAcceptance, { params: { id: order.id } });
      say(m.contract_staff_acceptance_sent());
    });
  const isOpen = placed.accepted_at === null;
  return (
    <Fold title={m.contract_staff_acceptance()}>
      <Facts
        facts={[
          { label: m.contract_staff_placed_by(), value: placed.staff },
          {
            label: m.contract_staff_accepted_on(),
            value: placed.accepted_at ? (
              <span className="figures">{timeText(placed.accepted_at)}</span>
            ) : (
              m.contract_staff_not_accepted()
            ),
          },
        ]}
      />
      {isOpen && mayAsk && (
        <Button look="secondary" className="mt-4" busy={isBusy} onClick={() => void ask()}>
          {m.contract_staff_ask_acceptance()}
        </Button>
      )}
      <ErrorNotice text={problem} className="mt-4" />
    </Fold>
  );
}
