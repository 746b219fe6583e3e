import { z } from 'zod';
import { idShape } from '#kit/endpoint/wire.ts';

const REASON_MIN = 10;
export const REASON_MAX = 500;
/** by how much staff prolong an offer at most */
export const PROLONG_MAX_HOURS = 48;

const reason = () => z.string().trim().min(1).min(REASON_MIN).max(REASON_MAX);

/** Why staff act: the history of the route and of the child keeps the reason (OF6.2). */
export const reasonShape = z.object({ reason: reason() });

/** The next child needs no reason. */
export const offerShape = z.object({
  reason: reason().optional(),
  is_beyond_limit: z.boolean().optional(),
});

export const prolongShape = reasonShape.extend({
  hours: z.coerce.number().int().min(1).max(PROLONG_MAX_HOURS),
});

/** @property offer_to  the entry of the child that is offered the seat; none for the next child */
export const takeBackShape = reasonShape.extend({ offer_to: idShape.nullish() });

export const addToListShape = reasonShape.extend({
  route_id: idShape,
  student_id: idShape,
  is_beyond_limit: z.boolean().optional(),
});
