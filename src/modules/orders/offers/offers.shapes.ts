import { z } from 'zod';
import { dayShape } from '#kit/endpoint/wire.ts';
import { optionalText, requiredText } from '#kit/rules/fields.ts';

/** Why staff end an offer; the family reads the reason. */
export const withdrawOfferShape = z.object({ reason: requiredText(500) });

/** Cash has no number. */
export const receivedCheckShape = z.object({ reference: optionalText(), received_on: dayShape });
