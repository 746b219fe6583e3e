import { useEffect, useState } from 'react';
import { m } from '#i18n/messages.js';
import { isolated } from '#kit/text/isolated.ts';
import { sentencesOf } from '#app/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useCompanyTime } from '#app/company/use-company-day.ts';
import type { SeatHold } from '#app/routes/contract/wizard/use-seat-hold.ts';
import { useWizard } from '#app/routes/contract/wizard/wizard-context.ts';

const SPOKEN_MINUTES = [10, 5, 2, 1];

function useSecondsUntil(endsAt: number | null): number | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (endsAt === null) return undefined;
    setNow(Date.now());
    const timer = window.setInterval(() => setNow(Date.now()), 1000);
    return () => window.clearInterval(timer);
  }, [endsAt]);
  return endsAt === null ? null : Math.max(0, Math.ceil((endsAt - now) / 1000));
}

function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Screen readers announce the time at a few moments, not every second. */
function spokenText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (!SPOKEN_MINUTES.includes(minutes)) return '';
  return minutes === 1 ? m.contract_seat_minute_left() : m.contract_seat_minutes_left({ n: minutes });
}

/** The seat is free for others; after a pause the family may hold the seat again (H8). */
function SeatEnded({ seat, route }: { seat: SeatHold; route: string }) {
  const timeText = useCompanyTime();
  const { againAt } = seat;
  const waits = useSecondsUntil(againAt) ?? 0;
  return (
    <Notice tone="warning" role="alert" title={m.contract_seat_ended_title()}>
      <p>{m.contract_seat_ended({ route })}</p>
      {againAt !== null && waits > 0 ? (
        <p>{m.contract_seat_again_from({ time: timeText(new Date(againAt).toISOString()) })}</p>
      ) : (
        <Button look="secondary" className="mt-2" busy={seat.isAsking} onClick={seat.again}>
          {m.contract_seat_keep_again()}
        </Button>
      )}
    </Notice>
  );
}

/** The remaining time of the seat hold, or the button to hold the seat again (O9). */
export function SeatHoldNotice() {
  const { seat, offer, draft } = useWizard();
  const seconds = useSecondsUntil(seat?.endsAt ?? null);
  if (!seat || !offer.route) return null;
  const route = offer.route.name;
  if (seat.error && !seat.isAsking) {
    return (
      <Notice tone="warning" role="alert">
        {sentencesOf(seat.error).join(' ')}
      </Notice>
    );
  }
  if (seconds === 0) return <SeatEnded seat={seat} route={route} />;
  if (seconds === null) return null;
  return (
    <Notice>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span>{m.contract_seat_kept({ route, name: isolated(draft.student.first_name) })}</span>
        <span role="timer" aria-label={m.contract_seat_timer()} className="figures text-lg font-extrabold">
          {clockText(seconds)}
        </span>
      </p>
      <p className="sr-only" aria-live="polite">
        {spokenText(seconds)}
      </p>
    </Notice>
  );
}
