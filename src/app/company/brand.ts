import type { Brand } from '#brand/brand.ts';
import brandJson from '#company/brand.json' with { type: 'json' };

/** What the brand folder says of the company; the season says the rest. */
export const brand: Brand = brandJson;
