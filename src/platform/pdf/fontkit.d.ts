/** The part of fontkit that we use; the package brings no types. */
declare module 'fontkit' {
  export type Path = {
    commands: { command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'closePath'; args: number[] }[];
    translate(x: number, y: number): Path;
    toSVG(): string;
  };
  export type Glyph = { id: number; codePoints: number[]; advanceWidth: number; path: Path };
  export type GlyphRun = {
    glyphs: Glyph[];
    positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[];
    advanceWidth: number;
  };
  /** Glyphs for a file; glyphs of a variable font are encoded anew. */
  type Subset = {
    glyphEncoder: { encodeSimple(path: Path): Uint8Array };
    /** @returns the number of the glyph in the file */
    includeGlyph(id: number): number;
    encode(): Uint8Array;
  };
  export type Font = {
    unitsPerEm: number;
    postscriptName: string;
    ascent: number;
    descent: number;
    lineGap: number;
    characterSet: number[];
    /** @param features each to be used or not */
    layout(text: string, features?: string[] | Record<string, boolean>): GlyphRun;
    glyphForCodePoint(codePoint: number): Glyph;
    hasGlyphForCodePoint(codePoint: number): boolean;
    getVariation(settings: Record<string, number>): Font;
    createSubset(): Subset;
  };
  export function create(file: Buffer): Font;
}
