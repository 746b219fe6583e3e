import { z } from 'zod';
import { KNOWN_BROWSER_HEADER } from '#kit/endpoint/take-turn.ts';

/** A login header for recognizing a browser (H5, MH5). */
export const knownBrowserHeaders = z.object({ [KNOWN_BROWSER_HEADER]: z.string().max(255).optional() });
