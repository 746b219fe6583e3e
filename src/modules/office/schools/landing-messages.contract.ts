import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { idShape, byId, instantShape, seenVersion } from '#kit/endpoint/wire.ts';
import { landingTextsShape } from '#modules/catalog/catalog.contract.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { SELLING_HOURS } from '#modules/catalog/selling-hours.states.ts';
import { typedLandingTextsShape } from './landing-messages.shapes.ts';

export const landingMessagesShape = z.object({
  /** of the school in a school year */
  id: idShape,
  school: z.string(),
  path: z.string(),
  period: z.string(),
  is_active: z.boolean(),
  ...landingTextsShape.shape,
  version: z.number().int(),
});

export type LandingMessages = z.output<typeof landingMessagesShape>;

export const landingPageShape = landingMessagesShape.extend({
  opens_at: instantShape.nullable(),
  closes_at: instantShape.nullable(),
  /** by the two hours alone */
  hours: z.enum(SELLING_HOURS),
  /** the school sells contracts of the school year now (SE8.2) */
  sells: z.boolean(),
  /** families with an open checkout (SE5.3) */
  in_checkout: z.number().int(),
});

export type LandingPage = z.output<typeof landingPageShape>;

export const listLandingMessages = endpoint({
  name: 'listLandingMessages',
  summary: "What each school's landing page says, and when it opens and closes, the latest school year first",
  method: 'GET',
  path: '/admin/landing-messages',
  guard: { right: 'season' },
  item: landingPageShape,
  refusals: [],
});

export const saveLandingMessages = endpoint({
  name: 'saveLandingMessages',
  summary: "Write what a school's landing page says while contracts are sold, and while they are not",
  method: 'PUT',
  path: '/admin/landing-messages/:id',
  guard: { right: 'season_write' },
  params: byId,
  body: typedLandingTextsShape.extend(seenVersion),
  item: landingMessagesShape,
  refusals: [catalogRefusals.not_found, catalogRefusals.edited_meanwhile],
});
