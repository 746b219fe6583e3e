import { z } from 'zod';
import { endpoint } from '#kit/endpoint/endpoint.ts';
import { idShape, byId, seenVersion, versionShape } from '#kit/endpoint/wire.ts';
import { landingTextsShape } from '#modules/catalog/catalog.contract.ts';
import { catalogRefusals } from '#modules/catalog/catalog.refusals.ts';
import { schoolOpeningShape } from '#modules/catalog/periods/school-opening.contract.ts';
import { typedLandingTextsShape } from './landing-messages.shapes.ts';

export const landingMessagesShape = z.object({
  /** of the school in a school year */
  id: idShape,
  school: z.string(),
  path: z.string(),
  period: z.string(),
  is_active: z.boolean(),
  ...landingTextsShape.shape,
  version: versionShape,
});

export type LandingMessages = z.output<typeof landingMessagesShape>;

export const landingPageShape = landingMessagesShape.extend(schoolOpeningShape.shape);

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
  audits: ['landing.messages'],
  params: byId,
  body: typedLandingTextsShape.extend(seenVersion),
  item: landingMessagesShape,
  refusals: [catalogRefusals.not_found, catalogRefusals.edited_meanwhile],
});
