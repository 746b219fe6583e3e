import type { RouteConfigEntry } from '@react-router/dev/routes';
import { describe, expect, it } from 'vitest';
import { findPage, pages } from './site-map.ts';

function pathsOf(entries: readonly RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap((entry) => {
    const path = [above, entry.path].filter(Boolean).join('/');
    const own = entry.path !== undefined || entry.index ? [`/${path}`] : [];
    return [...own, ...pathsOf(entry.children ?? [], path)];
  });
}

describe('the site map', () => {
  it('names exactly the pages that the router has', async () => {
    const { default: routes } = await import('./routes.ts');
    const routed = new Set(pathsOf(routes).filter((path) => !path.includes('*')));
    expect([...routed].sort()).toEqual(pages.map((page) => page.path).sort());
  });

  it.each(['/', '/about-us', '/hm', '/HM', '/dashboard/orders/7/receipt', '/order/success/3'])(
    'knows %s',
    (path) => {
      expect(findPage(path)).toBeDefined();
    },
  );

  it.each(['/no/such/page', '/dashboard/nothing', '/hm/lower', '/employment/failure'])(
    'does not know %s',
    (path) => {
      expect(findPage(path)).toBeUndefined();
    },
  );
});
