import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, callForOne } from '#app/api/client.ts';
import { listRoutes, type Route } from '#modules/catalog/routes/routes.contract.ts';
import { holdSeat, releaseHold } from '#modules/seats/seats.contract.ts';
import type { Step } from './guards.ts';

/** The seat that is held for the family; null where seats are not counted or none is held yet (O9). */
export type SeatHold = {
  /** by this browser's clock, measured from the server's seconds */
  readonly endsAt: number | null;
  /** by the same clock: from then on the seat may be kept anew (H8) */
  readonly againAt: number | null;
  readonly isAsking: boolean;
  readonly error: unknown;
  /** keeps the seat again after its time, if it is still free */
  readonly again: () => void;
};

type Facts = { step: Step; student_id: number | null; route: Route | undefined };

const instantIn = (seconds: number | null) => (seconds === null ? null : Date.now() + seconds * 1000);

/**
 * Keeps a seat from step 3 on. Another route moves it; whoever leaves the wizard gives it back; whoever
 * reloads finds it again with what is left of its time.
 */
export function useSeatHold({ step, student_id, route }: Facts): SeatHold | null {
  const queries = useQueryClient();
  const isCounted = route !== undefined && route.seats_left !== null;
  const route_id = route?.id;
  const query = useQuery({
    queryKey: [holdSeat.name, student_id, route_id],
    queryFn: async () => {
      try {
        const { seconds_left, seconds_until_again } = await callForOne(holdSeat, {
          params: { route_id: route_id! },
          body: { student_id: student_id! },
        });
        return { endsAt: instantIn(seconds_left), againAt: instantIn(seconds_until_again) };
      } catch (error) {
        // Somebody else was quicker: the list of routes tells what is left now.
        void queries.invalidateQueries({ queryKey: [listRoutes.name] });
        throw error;
      }
    },
    enabled: step >= 3 && student_id !== null && isCounted && route.seats_left !== 0,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  const isHeld = query.data !== undefined;
  useEffect(() => {
    if (!isHeld || student_id === null || route_id === undefined) return undefined;
    // Should it not arrive, the hold runs out by itself.
    return () => void call(releaseHold, { params: { route_id, student_id } }).catch(() => undefined);
  }, [isHeld, student_id, route_id]);
  if (!isCounted || step < 3 || !(isHeld || query.isError || query.isFetching)) return null;
  return {
    endsAt: query.data?.endsAt ?? null,
    againAt: query.data?.againAt ?? null,
    isAsking: query.isFetching,
    error: query.error,
    again: () => void query.refetch(),
  };
}
