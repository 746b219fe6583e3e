import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'fontkit';

/*
 * Letters as outlines: a drawing inside <img> gets no web font, and a map must look on a wall as it looks
 * here.
 */

const font = create(readFileSync(join(import.meta.dirname, '../../src/app/fonts/overpass-latin.woff2')));

/** How far a stroke thickens the regular outline, in pixels at size 16. */
const BOLDNESS = { medium: 0.35, bold: 0.8 } as const;

export type TextStyle = {
  size?: number;
  weight?: keyof typeof BOLDNESS;
  fill: string;
  anchor?: 'start' | 'middle' | 'end';
};

type Run = { path: string; width: number };

function outline(text: string, size: number, boldness: number): Run {
  const scale = size / font.unitsPerEm;
  // A thicker letter needs as much more room.
  const tracking = (boldness * 0.6) / scale;
  const { glyphs, positions } = font.layout(text);
  let x = 0;
  const parts = glyphs.map((glyph, i) => {
    const path = glyph.path.translate(Math.round(x), 0).toSVG();
    x += (positions[i]?.xAdvance ?? 0) + tracking;
    return path;
  });
  return {
    path: parts.join('').replaceAll(/\d+\.\d+/g, (digits) => String(Math.round(Number(digits)))),
    width: x * scale,
  };
}

/** The width of a text in pixels. */
export function widthOf(text: string, { size = 16, weight = 'medium' }: TextStyle): number {
  return outline(text, size, (BOLDNESS[weight] * size) / 16).width;
}

/** A text whose baseline starts, is centred or ends at a point. */
export function drawText(
  text: string,
  [x, y]: readonly [number, number],
  { size = 16, weight = 'medium', fill, anchor = 'start' }: TextStyle,
): string {
  const scale = size / font.unitsPerEm;
  const boldness = (BOLDNESS[weight] * size) / 16;
  const { path, width } = outline(text, size, boldness);
  const left = x - { start: 0, middle: width / 2, end: width }[anchor];
  const zoom = scale.toFixed(5);
  const place = `translate(${left.toFixed(1)} ${y.toFixed(1)}) scale(${zoom} -${zoom})`;
  const stroke = `stroke="${fill}" stroke-linejoin="round" stroke-width="${Math.round(boldness / scale)}"`;
  return `<path transform="${place}" d="${path}" fill="${fill}" ${stroke}/>`;
}
