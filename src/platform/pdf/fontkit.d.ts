/** The part of fontkit that we use; the package brings no types. */
declare module 'fontkit' {
  export type Path = {
    commands: { command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'closePath'; args: number[] }[];
    translate(x: number, y: number): Path;
    toSVG(): string;
  };
  type Layout = { glyphs: { path: Path; codePoints: number[] }[]; positions: { xAdvance: number }[] };
  /** Glyphs that go into a file; a variable font's are encoded anew. */
  type Subset = { glyphEncoder: { encodeSimple(path: Path): Uint8Array } };
  export type Font = {
    unitsPerEm: number;
    layout(text: string, features?: string[]): Layout;
    hasGlyphForCodePoint(codePoint: number): boolean;
    getVariation(settings: Record<string, number>): Font;
    createSubset(): Subset;
  };
  export function create(file: Buffer): Font;
}
