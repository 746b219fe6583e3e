import type { Brand } from './brand.ts';

/** The style rules of a brand: the line of each school, for `data-line`, and the colors it sets otherwise. */
export function brandStyles({ colors = {}, schools }: Pick<Brand, 'colors' | 'schools'>): string {
  const own = Object.entries(colors).map(([name, color]) => `--color-${name}:${color}`);
  return [
    ...(own.length > 0 ? [`:root{${own.join(';')}}`] : []),
    ...schools.map(({ path, color }) => `[data-line='${path}']{--line:${color}}`),
  ].join('');
}
