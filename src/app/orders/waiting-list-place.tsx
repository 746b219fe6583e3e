import { useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { leaveWaitingList, listWaiting, type Waiting } from '#modules/seats/seats.contract.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { call } from '#app/api/client.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import { PaymentLink } from '#app/payments/payment-link.tsx';

/** The place on a waiting list or the end of the seat hold, with the button to leave the list (O9). */
export function WaitingListPlace({ waiting, offerLink }: { waiting: Waiting; offerLink?: boolean }) {
  const timeText = useCompanyTime();
  const queries = useQueryClient();
  const { route_id, student_id, route_name: route, student_name: student, position, offered_until } = waiting;
  const leave = useMutation({
    mutationFn: () => call(leaveWaitingList, { params: { route_id, student_id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [listWaiting.name] }),
  });
  return (
    <Notice tone={offered_until ? 'success' : 'info'} role="status">
      <p>
        {offered_until
          ? m.contract_waiting_offered({ route, student, until: timeText(offered_until) })
          : m.contract_waiting_position({ route, student, position })}
      </p>
      {leave.isError && <p className="font-semibold text-red">{sentencesOf(leave.error).join(' ')}</p>}
      <div className="mt-2 flex flex-wrap gap-3">
        {offerLink && offered_until && (
          <PaymentLink to={`/contract?school=${encodeURIComponent(waiting.program_group_path)}`}>
            {m.contract_waiting_take()}
          </PaymentLink>
        )}
        <Button look="secondary" busy={leave.isPending} onClick={() => leave.mutate()}>
          {m.contract_waiting_leave()}
        </Button>
      </div>
    </Notice>
  );
}
