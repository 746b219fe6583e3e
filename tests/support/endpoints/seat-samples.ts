import { verifyEmailOfAccount } from '#tests/support/app/people.ts';
import type { CallSample } from './sample.ts';

/** The calls about seats that are kept, and waiting lists, on which only a verified family stands. */
export const seatSamples: Record<string, CallSample> = {
  holdSeat: {
    send: ({ student_id }, { offer }) => ({ params: { route_id: offer.route_id }, body: { student_id } }),
    ids: { 'params.route_id': 'everyone', 'body.student_id': 'student' },
  },
  releaseHold: {
    send: ({ student_id }, { offer }) => ({ params: { route_id: offer.route_id, student_id } }),
    ids: { 'params.route_id': 'everyone', 'params.student_id': 'student' },
  },
  listWaiting: { send: () => ({}) },
  joinWaitingList: {
    send: async (family, { shop, fullRouteId }) => {
      await verifyEmailOfAccount(shop.app, family.user_id);
      return { params: { route_id: fullRouteId }, body: { student_id: family.student_id } };
    },
    ids: { 'params.route_id': 'everyone', 'body.student_id': 'student' },
  },
  leaveWaitingList: {
    send: async (family, { shop, fullRouteId }) => {
      await verifyEmailOfAccount(shop.app, family.user_id);
      await family.call('POST', `/route/${fullRouteId}/waiting-list`, { student_id: family.student_id });
      return { params: { route_id: fullRouteId, student_id: family.student_id } };
    },
    ids: { 'params.route_id': 'everyone', 'params.student_id': 'student' },
  },
};
