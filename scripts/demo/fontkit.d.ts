/** The part of fontkit that text-outlines.ts uses; the package brings no types. */
declare module 'fontkit' {
  type Path = { translate(x: number, y: number): Path; toSVG(): string };
  type Layout = { glyphs: { path: Path }[]; positions: { xAdvance: number }[] };
  export type Font = { unitsPerEm: number; layout(text: string): Layout };
  export function create(file: Buffer): Font;
}
