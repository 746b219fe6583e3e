import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readBrand } from '#brand/selected-brand.ts';

const ROOT = join(import.meta.dirname, '../../..');
const BRANDS = ['src/brand/harborline', 'tests/support/second-company'];

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const own = [...css.matchAll(/--color-([a-z-]+):\s*(#[0-9a-f]{6})/g)].map(
  ([, name, hex]) => [name!, hex!] as const,
);

/** Every color of the screens of a brand, by its name. */
function tokensOf(folder: string): Map<string, string> {
  const { colors = {}, schools } = readBrand(join(ROOT, folder));
  const lines = schools.map(({ path, color }) => [`line-${path}`, color] as const);
  return new Map([...own, ...Object.entries(colors), ...lines]);
}

function luminance(hex: string | undefined): number {
  if (!hex) throw new Error('no such token');
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2.2 contrast ratio, 1 to 21. */
function contrast(a: string | undefined, b: string | undefined): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['paper', 'card', 'sunk'];
const on = (texts: readonly string[], backs: readonly string[]) =>
  texts.flatMap((text) => backs.map((back) => [text, back] as const));

const textPairs = (lines: readonly string[]) => [
  ...on(['ink', 'ink-soft'], grounds),
  ...on(['red'], ['paper', 'card', 'red-wash']),
  ...on(['green'], ['paper', 'card', 'green-wash']),
  ...on(['amber'], ['paper', 'card', 'amber-wash']),
  ...on(['ink'], ['bus', 'bus-wash', 'red-wash', 'green-wash', 'amber-wash']),
  ...on(['white'], ['ink', 'ink-lifted', 'green', 'red', ...lines]),
];

const shapePairs = (lines: readonly string[]) => [
  // Borders of inputs, and the rings of stops still to come.
  ...on(['control', 'stop'], ['paper', 'card']),
  ...on(lines, ['paper', 'card']),
  // The focus ring: yellow is seen on navy, its ink ring on everything else, and both beside each other.
  ['bus', 'ink'] as const,
  ...on(['ink'], ['paper', 'card', 'bus']),
  ...on(['green', 'red', 'amber'], ['paper', 'card']),
];

describe.each(BRANDS)('every color pair in use can be read: %s', (folder) => {
  const tokens = tokensOf(folder);
  const lines = [...tokens.keys()].filter((name) => name.startsWith('line-'));
  it.each(textPairs(lines))('text: %s on %s has at least 4.5 to 1', (text, back) => {
    expect(contrast(tokens.get(text), tokens.get(back))).toBeGreaterThanOrEqual(4.5);
  });
  it.each(shapePairs(lines))('shape: %s beside %s has at least 3 to 1', (shape, back) => {
    expect(contrast(tokens.get(shape), tokens.get(back))).toBeGreaterThanOrEqual(3);
  });
  it('never uses bus yellow as text', () => {
    expect(contrast(tokens.get('bus'), tokens.get('paper'))).toBeLessThan(4.5);
  });
});
