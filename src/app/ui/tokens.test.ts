import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--color-([a-z-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, hex]) => [name, hex]),
);

function luminance(name: string): number {
  const hex = tokens.get(name);
  if (!hex) throw new Error(`no token ${name}`);
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG 2.2 contrast ratio, 1 to 21. */
function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['paper', 'card', 'sunk'];
const lines = ['line-ecfs', 'line-hm', 'line-rcs', 'line-nga', 'line-other'];
const on = (texts: readonly string[], backs: readonly string[]) =>
  texts.flatMap((text) => backs.map((back) => [text, back] as const));

const textPairs = [
  ...on(['ink', 'ink-soft'], grounds),
  ...on(['red'], ['paper', 'card', 'red-wash']),
  ...on(['green'], ['paper', 'card', 'green-wash']),
  ...on(['amber'], ['paper', 'card', 'amber-wash']),
  ...on(['ink'], ['bus', 'bus-wash', 'red-wash', 'green-wash', 'amber-wash']),
  ...on(['white'], ['ink', 'ink-lifted', 'green', 'red', ...lines]),
];

const shapePairs = [
  // Borders of inputs, and the rings of stops still to come.
  ...on(['control', 'stop'], ['paper', 'card']),
  ...on(lines, ['paper', 'card']),
  // The focus ring: yellow is seen on navy, its ink ring on everything else, and both beside each other.
  ['bus', 'ink'] as const,
  ...on(['ink'], ['paper', 'card', 'bus']),
  ...on(['green', 'red', 'amber'], ['paper', 'card']),
];

describe('every colour pair in use can be read', () => {
  it.each(textPairs)('text: %s on %s has at least 4.5 to 1', (text, back) => {
    expect(contrast(text, back)).toBeGreaterThanOrEqual(4.5);
  });
  it.each(shapePairs)('shape: %s beside %s has at least 3 to 1', (shape, back) => {
    expect(contrast(shape, back)).toBeGreaterThanOrEqual(3);
  });
  it('never uses bus yellow as text', () => {
    expect(contrast('bus', 'paper')).toBeLessThan(4.5);
  });
});
