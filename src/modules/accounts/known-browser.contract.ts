import { z } from 'zod';
import { KNOWN_BROWSER_HEADER } from '#kit/endpoint/take-turn.ts';

/** What a browser sends with a login, by which it is known from one before (H5, MH5). */
export const knownBrowserHeaders = z.object({ [KNOWN_BROWSER_HEADER]: z.string().max(255).optional() });
