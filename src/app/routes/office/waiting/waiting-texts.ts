import { m } from '#i18n/messages.js';
import type { WaitingAct, WaitingChild, WaitingRoute } from '#modules/office/waiting/waiting.contract.ts';

type TimeText = (instant: string) => string;

const ENDED: Readonly<Record<NonNullable<WaitingChild['why_ended']>, (of: { day: string }) => string>> = {
  bought: m.office_waiting_ended_bought,
  left: m.office_waiting_ended_left,
  lapsed: m.office_waiting_ended_lapsed,
  removed: m.office_waiting_ended_removed,
};

/** The state of an entry in one sentence; a second one says when a child may wait again (H8). */
export function waitingStateTexts(child: WaitingChild, timeText: TimeText): string[] {
  const { state, until, why_ended, ended_at, was_prolonged } = child;
  if (state === 'waits') return [m.office_waiting_waits()];
  if (state === 'paused') return [m.office_waiting_paused_until({ until: timeText(until ?? '') })];
  if (state === 'offered')
    return [
      m.office_waiting_offered_until({ until: timeText(until ?? '') }),
      ...(was_prolonged ? [m.office_waiting_prolonged()] : []),
    ];
  return [
    ENDED[why_ended ?? 'lapsed']({ day: timeText(ended_at ?? '') }),
    ...(until ? [m.office_waiting_again({ until: timeText(until) })] : []),
  ];
}

export const passesText = (n: number): string =>
  n === 1 ? m.office_waiting_passes_one() : m.office_waiting_passes({ n });

/** Seats neither sold nor held nor offered; below zero on a route sold beyond its seats. */
export const unsoldSeats = ({ seats }: Pick<WaitingRoute, 'seats'>): number =>
  (seats.capacity ?? 0) - seats.taken - seats.held - seats.offered;

/** What staff did, as the history of a route or child tells (OF6.2). */
export function actText({ action, staff, student, route, passed, hours }: WaitingAct): string {
  const of = { staff: staff ?? m.office_audit_portal(), child: student.name, route: route.name };
  switch (action) {
    case 'waiting.offer':
      if (!passed) return m.office_waiting_act_offer(of);
      return passed === 1
        ? m.office_waiting_act_offer_passed_one(of)
        : m.office_waiting_act_offer_passed({ ...of, n: passed });
    case 'waiting.prolong':
      return m.office_waiting_act_prolong({ ...of, n: hours ?? 0 });
    case 'waiting.take_back':
      return m.office_waiting_act_take_back(of);
    case 'waiting.remove':
      return m.office_waiting_act_remove(of);
    default:
      return m.office_waiting_act_add(of);
  }
}
