import { useMutation, useQueryClient } from '@tanstack/react-query';
import { m } from '#i18n/messages.js';
import { listRoutes, type Route } from '#modules/catalog/catalog.contract.ts';
import { joinWaitingList, listWaiting } from '#modules/seats/seats.contract.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { callForOne } from '#app/api/client.ts';
import { useItems } from '#app/api/use-items.ts';
import { WaitingListPlace } from '#app/orders/waiting-list-place.tsx';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';

function JoinButton({ route, student_id }: { route: Route; student_id: number }) {
  const queries = useQueryClient();
  const join = useMutation({
    mutationFn: () => callForOne(joinWaitingList, { params: { route_id: route.id }, body: { student_id } }),
    // A seat may have come free meanwhile: then the list of routes says so.
    onSettled: () =>
      Promise.all(
        [listWaiting.name, listRoutes.name].map((name) => queries.invalidateQueries({ queryKey: [name] })),
      ),
  });
  return (
    <Notice>
      <p>{m.contract_waiting_note({ route: route.name })}</p>
      {join.isError && <p className="font-semibold text-red">{sentencesOf(join.error).join(' ')}</p>}
      <Button look="secondary" className="mt-2" busy={join.isPending} onClick={() => join.mutate()}>
        {m.contract_waiting_join({ route: route.name })}
      </Button>
    </Notice>
  );
}

/** For each full route the waiting list: a way onto it, or the child's place on it (O9). */
export function WaitingOffers({ routes }: { routes: readonly Route[] }) {
  const student_id = useWizard().draft.student.id;
  const waiting = useItems(listWaiting, {}, { enabled: student_id !== null }).data;
  if (student_id === null || !waiting) return null;
  return routes.map((route) => {
    const own = waiting.find((each) => each.route_id === route.id && each.student_id === student_id);
    if (own) return <WaitingListPlace key={route.id} waiting={own} />;
    return route.seats_left === 0 ? (
      <JoinButton key={route.id} route={route} student_id={student_id} />
    ) : null;
  });
}
