import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { idShape } from '#kit/endpoint/wire.ts';
import { studentRefusals } from '#modules/students/students.refusals.ts';
import { seatRefusals } from './seats.refusals.ts';

export const seatHoldShape = z.object({
  route_id: idShape,
  student_id: idShape,
  /** ISO instant; null on a route without a limit */
  held_until: z.string().nullable(),
  /** for a countdown by the server's clock, not the browser's */
  seconds_left: z.number().int().nullable(),
  /** until a new hold of full length is possible, if this hold ends without a contract (H8) */
  seconds_until_again: z.number().int().nullable(),
});
export type SeatHold = z.output<typeof seatHoldShape>;

export const waitingShape = z.object({
  route_id: idShape,
  route_name: z.string(),
  program_text: z.string(),
  program_group_path: z.string(),
  student_id: idShape,
  student_name: z.string(),
  /** 1 is next */
  position: z.number().int().positive(),
  joined_at: z.string(),
  /** the end of the seat's offer; null while waiting */
  offered_until: z.string().nullable(),
});
export type Waiting = z.output<typeof waitingShape>;

const ofRoute = z.object({ route_id: idShape });
const ofStudent = z.object({ route_id: idShape, student_id: idShape });
const forStudent = z.object({ student_id: idShape });

export const holdSeat = endpoint({
  name: 'holdSeat',
  summary:
    'Keep a seat for a student for 15 minutes; asking again does not prolong it, ' +
    'also for 15 minutes after its end; another route moves it (O9, H8)',
  method: 'POST',
  path: '/route/:route_id/hold',
  guard: 'account',
  params: ofRoute,
  body: forStudent,
  item: seatHoldShape,
  refusals: [
    seatRefusals.route_not_found,
    seatRefusals.route_full,
    seatRefusals.offer_not_taken,
    seatRefusals.too_many_of_route,
    seatRefusals.too_many_holds,
    seatRefusals.verify_for_more_seats,
    seatRefusals.too_many_unverified,
    studentRefusals.student_not_found,
  ],
});

export const releaseHold = endpoint({
  name: 'releaseHold',
  summary: 'Give a kept seat back; giving back what is not kept is no harm',
  method: 'DELETE',
  path: '/route/:route_id/hold/:student_id',
  guard: 'account',
  params: ofStudent,
  item: 'none',
  refusals: [studentRefusals.student_not_found],
});

export const listWaiting = endpoint({
  name: 'listWaiting',
  summary: 'The waiting lists that the family stands on',
  method: 'GET',
  path: '/waiting-list',
  guard: 'account',
  item: waitingShape,
  refusals: [],
});

export const joinWaitingList = endpoint({
  name: 'joinWaitingList',
  summary: 'Wait for a seat on a full route; standing on the list already is no harm (O9)',
  method: 'POST',
  path: '/route/:route_id/waiting-list',
  guard: 'account',
  params: ofRoute,
  body: forStudent,
  item: waitingShape,
  refusals: [
    seatRefusals.route_not_found,
    seatRefusals.route_not_full,
    seatRefusals.verify_to_wait,
    seatRefusals.has_contract,
    seatRefusals.offer_not_taken,
    seatRefusals.too_many_of_route,
    seatRefusals.too_many_holds,
    studentRefusals.student_not_found,
  ],
});

export const leaveWaitingList = endpoint({
  name: 'leaveWaitingList',
  summary: 'Leave a waiting list, and give back the seat that it offered',
  method: 'DELETE',
  path: '/route/:route_id/waiting-list/:student_id',
  guard: 'account',
  params: ofStudent,
  item: 'none',
  refusals: [studentRefusals.student_not_found],
});
