import { z } from 'zod';
import { htmlOrNone } from '#kit/rules/object-fields.ts';

const LANDING_TEXT_MAX = 20_000;

/** As typed by staff; the sanitizer removes other tags, and blank becomes null. */
export const typedLandingTextsShape = z.object({
  active_msg: htmlOrNone(LANDING_TEXT_MAX),
  inactive_msg: htmlOrNone(LANDING_TEXT_MAX),
});
