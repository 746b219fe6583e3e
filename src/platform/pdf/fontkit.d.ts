/** The package brings no types. */
declare module 'fontkit' {
  export type Path = {
    commands: { command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'closePath'; args: number[] }[];
    translate(x: number, y: number): Path;
    toSVG(): string;
  };
  export type Glyph = {
    id: number;
    codePoints: number[];
    advanceWidth: number;
    path: Path;
    /** of the shape, in units of the font */
    bbox: { minX: number; minY: number; maxX: number; maxY: number };
  };
  export type GlyphRun = {
    glyphs: Glyph[];
    positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[];
    advanceWidth: number;
  };
  /** Glyphs for a file; glyphs of a variable font are encoded anew. */
  type Subset = {
    glyphEncoder: { encodeSimple(path: Path): Uint8Array };
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
    numGlyphs: number;
    getGlyph(id: number): Glyph;
    layout(text: string, features?: string[] | Record<string, boolean>): GlyphRun;
    glyphForCodePoint(codePoint: number): Glyph;
    hasGlyphForCodePoint(codePoint: number): boolean;
    getVariation(settings: Record<string, number>): Font;
    createSubset(): Subset;
  };
  export function create(file: Buffer): Font;
}
