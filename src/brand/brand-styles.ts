import type { Brand } from './brand.ts';

/** The style rules of a brand: the colors it sets otherwise. Lines of schools are facts of the portal. */
export function brandStyles({ colors = {} }: Pick<Brand, 'colors'>): string {
  const own = Object.entries(colors).map(([name, color]) => `--color-${name}:${color}`);
  return own.length > 0 ? `:root{${own.join(';')}}` : '';
}
