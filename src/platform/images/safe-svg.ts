import { Parser } from 'htmlparser2';

/*
 * A drawing from outside, cut to shapes, text and gradients. What could run, load or lead somewhere is
 * refused by name, because staff must know that the drawing is not the one they have made (SE2.5).
 */

type CutSvg =
  | { k: 'svg'; text: string }
  | { k: 'not_svg' }
  /** the first refused part: an element or an attribute */
  | { k: 'refused'; part: string };

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const ELEMENTS = words(`
  svg g defs symbol use switch path rect circle ellipse line polyline polygon text tspan textPath title desc
  linearGradient radialGradient stop clipPath mask pattern marker style`);

const REFUSED_ELEMENTS = words(`
  script foreignobject a image feimage iframe object embed audio video canvas set animate animatemotion
  animatetransform animatecolor handler listener link meta base html body`);

const ATTRIBUTES = words(`
  id class style role lang aria-label aria-labelledby aria-describedby aria-hidden data-stops data-line-name
  viewBox preserveAspectRatio version width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy d points
  pathLength rotate textLength lengthAdjust startOffset method spacing offset transform gradientTransform
  gradientUnits spreadMethod patternTransform patternUnits patternContentUnits clipPathUnits maskUnits
  maskContentUnits markerUnits markerWidth markerHeight refX refY orient href
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-dasharray stroke-dashoffset opacity color stop-color stop-opacity clip-path
  clip-rule mask marker-start marker-mid marker-end display visibility overflow paint-order vector-effect
  font-family font-size font-weight font-style font-variant font-stretch text-anchor text-decoration
  letter-spacing word-spacing dominant-baseline alignment-baseline baseline-shift writing-mode
  shape-rendering text-rendering color-interpolation`);

/** Styles are a language of their own, which can load files too. */
const LOADS = /[@\\<]|url\s*\((?!\s*["']?#)|javascript\s*:|expression\s*\(/i;

const NO_STYLES = /^(d|id|class|points|role|lang|(data|aria)-.*)$/;

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

const isEvent = (attribute: string) => /^on/i.test(localName(attribute));

const isReference = (attribute: string) => /^(href|src|base)$/i.test(localName(attribute));

function isRefused(name: string, value: string): boolean {
  // A namespace is an address that nothing loads; the own one is written anew.
  if (/^xmlns(:|$)/.test(name)) return false;
  if (isEvent(name)) return true;
  if (isReference(name)) return !value.trim().startsWith('#');
  return ATTRIBUTES.has(name) && !NO_STYLES.test(name) && LOADS.test(value);
}

const refusedAttribute = (attributes: Record<string, string>): string | undefined =>
  Object.entries(attributes).find(([name, value]) => isRefused(name, value))?.[0];

const NAMED = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const;
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => NAMED[sign as keyof typeof NAMED]);

function keptAttributes(attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([name, value]) => [name === 'xlink:href' ? 'href' : name, value] as const)
    .filter(([name]) => ATTRIBUTES.has(name))
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');
}

class Cutter {
  refused: string | undefined;
  readonly #parts: string[] = [];
  readonly #open: string[] = [];
  /** how deep inside an element that is left out */
  #leftOut = 0;
  #isDrawing: boolean | undefined;
  /** a text may come in pieces */
  #text = '';

  begin(name: string, attributes: Record<string, string>): void {
    this.#isDrawing ??= name === 'svg';
    this.#endText();
    if (!this.#isDrawing || this.refused) return;
    const isRefusedElement = REFUSED_ELEMENTS.has(localName(name).toLowerCase());
    this.refused = isRefusedElement ? localName(name) : refusedAttribute(attributes);
    if (this.refused) return;
    if (this.#leftOut > 0 || !ELEMENTS.has(name)) return void this.#leftOut++;
    const namespace = this.#open.length === 0 ? ' xmlns="http://www.w3.org/2000/svg"' : '';
    this.#open.push(name);
    this.#parts.push(`<${name}${namespace}${keptAttributes(attributes)}>`);
  }

  write(text: string): void {
    if (this.#open.length > 0 && this.#leftOut === 0) this.#text += text;
  }

  end(name: string): void {
    this.#endText();
    if (!this.#isDrawing || this.refused) return;
    if (this.#leftOut > 0) return void this.#leftOut--;
    if (this.#open.pop() !== undefined) this.#parts.push(`</${name}>`);
  }

  #endText(): void {
    if (this.#open.at(-1) === 'style' && LOADS.test(this.#text)) this.refused ??= 'style';
    this.#parts.push(escaped(this.#text));
    this.#text = '';
  }

  cut(): CutSvg {
    if (!this.#isDrawing) return { k: 'not_svg' };
    return this.refused ? { k: 'refused', part: this.refused } : { k: 'svg', text: this.#parts.join('') };
  }
}

/** Comments, metadata and the notes of drawing programs are left out. */
export function cutSvg(content: Uint8Array): CutSvg {
  const cutter = new Cutter();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => cutter.begin(name, attributes),
      ontext: (text) => cutter.write(text),
      onclosetag: (name) => cutter.end(name),
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(new TextDecoder().decode(content));
  parser.end();
  return cutter.cut();
}
