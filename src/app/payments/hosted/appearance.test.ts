import { expect, it } from 'vitest';
import { lookOf } from './appearance.ts';

/** @shows S20.9 */
it('the fields have the colors, the corners and the typeface of the page that they stand in', () => {
  const page = { '--color-ink': ' #13213c', '--color-red': '#b3221c', '--radius-md': ' 0.5rem' };
  const style = { getPropertyValue: (name: keyof typeof page) => page[name] ?? '#ffffff' };
  const { appearance, fonts } = lookOf(style as never, 'https://portal.example');
  expect(appearance?.variables).toMatchObject({
    colorText: '#13213c',
    colorDanger: '#b3221c',
    borderRadius: '0.5rem',
    fontSizeBase: '16px',
  });
  expect(fonts).toEqual([
    expect.objectContaining({
      family: 'Overpass',
      src: expect.stringMatching(/^url\(https:\/\/portal\.example\/.+\.woff2/),
    }),
  ]);
});
