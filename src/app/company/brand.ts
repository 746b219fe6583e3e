import type { Brand } from '#brand/brand.ts';
import brandJson from '#company/brand.json' with { type: 'json' };

export const brand: Brand = brandJson;
