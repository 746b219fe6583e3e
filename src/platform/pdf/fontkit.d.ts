/** The part of fontkit that we use; the package brings no types. */
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
    /** reads its outline */
    _decode(): unknown;
    _getMetrics(): unknown;
    _metrics?: unknown;
  };
  export type GlyphPosition = { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number };
  type Layout = { glyphs: Glyph[]; positions: GlyphPosition[] };
  /** Glyphs that go into a file; a variable font's are encoded anew. */
  type Subset = {
    glyphEncoder: { encodeSimple(path: Path): Uint8Array };
    /** @returns the number of the glyph in the file */
    includeGlyph(id: number): number;
    encode(): Uint8Array;
  };
  type Positioning = {
    glyphIterator: { cur: { isMark: boolean } };
    /** @param place  where an accent stands upon the letter before it; null where that has no place for it */
    applyAnchor(mark: unknown, place: object | null, letterAt: number): void;
  };
  export type Font = {
    GDEF: object;
    _layoutEngine: { engine: { GPOSProcessor: Positioning } };
    unitsPerEm: number;
    postscriptName: string;
    ascent: number;
    descent: number;
    lineGap: number;
    capHeight: number;
    xHeight: number;
    italicAngle: number;
    bbox: { minX: number; minY: number; maxX: number; maxY: number };
    /** the glyphs that were used so far, each with the characters that it was first used for */
    _glyphs: Record<number, Glyph>;
    layout(text: string, features?: string[]): Layout;
    getGlyph(id: number): Glyph;
    _getBaseGlyph(id: number, codePoints: number[]): Glyph | null;
    hasGlyphForCodePoint(codePoint: number): boolean;
    getVariation(settings: Record<string, number>): Font;
    createSubset(): Subset;
  };
  export function create(file: Buffer): Font;
}
