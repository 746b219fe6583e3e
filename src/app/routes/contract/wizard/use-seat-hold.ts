import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, callForOne } from '#app/api/client.ts';
import { listRoutes, type Route } from '#modules/catalog/routes/routes.contract.ts';
import { holdSeat, releaseHold } from '#modules/seats/seats.contract.ts';
import type { Step } from './guards.ts';

/** The family's seat hold; null for uncounted seats or before the first hold (O9). */
export type SeatHold = {
  /** by the browser's clock, computed from the server's seconds */
  readonly endsAt: number | null;
  /** by the browser's clock: from here on the seat may be held again (H8) */
  readonly againAt: number | null;
  readonly isAsking: boolean;
  readonly error: unknown;
  readonly again: () => void;
};

type Facts = { step: Step; student_id: number | null; route: Route | undefined };

const instantIn = (seconds: number | null) => (seconds === null ? null : Date.now() + seconds * 1000);

async function takeSeat(route_id: number, student_id: number) {
  const { seconds_left, seconds_until_again } = await callForOne(holdSeat, {
    params: { route_id },
    body: { student_id },
  });
  return { endsAt: instantIn(seconds_left), againAt: instantIn(seconds_until_again) };
}

/**
 * From step 3 on. Another route moves the hold, leaving the wizard releases the hold, and a reload finds the
 * remaining time.
 */
export function useSeatHold({ step, student_id, route }: Facts): SeatHold | null {
  const queries = useQueryClient();
  const isCounted = route !== undefined && route.seats_left !== null;
  const route_id = route?.id;
  const query = useQuery({
    queryKey: [holdSeat.name, student_id, route_id],
    queryFn: async () => {
      try {
        return await takeSeat(route_id!, student_id!);
      } catch (error) {
        // Another family was faster: the list of routes has the remaining seats.
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
    // Without this call the hold expires anyway.
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
