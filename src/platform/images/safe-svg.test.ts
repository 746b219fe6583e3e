import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cutSvg } from './safe-svg.ts';

const drawing = (inside: string, attributes = '') =>
  cutSvg(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"${attributes}>${inside}</svg>`),
  );
const textOf = (cut: ReturnType<typeof cutSvg>) => (cut.k === 'svg' ? cut.text : cut);

/** @shows SE2.5 */
describe('a drawing from outside', () => {
  it('keeps shapes, texts, gradients, the lines in words, and references inside the file', () => {
    const inside =
      '<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"></stop></linearGradient></defs>' +
      '<g data-line-name="Red" data-stops="Elm &amp; Oak @ 3|School">' +
      '<path d="M0 0h9" fill="url(#g)"></path></g>' +
      '<text x="1" y="2">A &lt; B</text><use href="#g"></use>';
    expect(textOf(drawing(inside))).toBe(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`,
    );
  });

  it('loses comments, metadata and the notes of drawing programs', () => {
    const noted =
      '<!-- by Ann --><metadata><rdf:li rdf:resource="https://example.com/">Ann</rdf:li></metadata>' +
      '<sodipodi:namedview inkscape:export-filename="C:\\Ann\\map.png"/><rect width="1" inkscape:label="x"/>';
    expect(textOf(drawing(noted, ' xmlns:inkscape="http://www.inkscape.org/"'))).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="1"></rect></svg>',
    );
  });

  it.each([
    ['script', '<script>alert(1)</script>'],
    ['script', '<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>'],
    ['SCRIPT', '<metadata><SCRIPT/></metadata>'],
    ['foreignObject', '<foreignObject><div/></foreignObject>'],
    ['image', '<image href="data:image/png;base64,AA"/>'],
    ['a', '<a href="#x"><rect/></a>'],
    ['animate', '<animate attributeName="href" to="javascript:alert(1)"/>'],
    ['onload', '<rect onload="alert(1)"/>'],
    ['ONCLICK', '<rect ONCLICK="alert(1)"/>'],
    ['href', '<use href="https://example.com/x.svg#a"/>'],
    ['xlink:href', '<use xlink:href="//example.com/x.svg#a"/>'],
    ['xml:base', '<g xml:base="https://example.com/"/>'],
    ['fill', '<rect fill="url(https://example.com/x.svg#a)"/>'],
    ['fill', '<rect fill="u\\72l(https://example.com/)"/>'],
    ['style', '<rect style="fill:url( &quot;https://example.com/&quot;)"/>'],
    ['style', '<style>@import "https://example.com/x.css";</style>'],
    ['style', '<style>rect{fill:ur<!-- -->l(https://example.com/)}</style>'],
  ])('is refused for %s: %s', (part, inside) => {
    expect(drawing(inside)).toEqual({ k: 'refused', part });
  });

  it('keeps the colors of a style that loads nothing', () => {
    const inside = '<style>.a{fill:#123456}</style><rect class="a" style="stroke:url(#g)"></rect>';
    expect(textOf(drawing(inside))).toContain(inside);
  });

  it('names the first refused part', () => {
    expect(drawing('<rect onclick="x"/><script/>', ' onload="y"')).toEqual({ k: 'refused', part: 'onload' });
  });

  it.each(['', 'words', '%PDF-1.7', '<html><svg></svg></html>', '<?xml version="1.0"?>'])(
    'is none in %j',
    (content) => expect(cutSvg(Buffer.from(content))).toEqual({ k: 'not_svg' }),
  );

  it('stands behind a declaration, whose entities are written out nowhere', () => {
    const cut = cutSvg(
      Buffer.from(
        '\uFEFF<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "<script/>">]><svg><text>&x;</text></svg>',
      ),
    );
    expect(textOf(cut)).not.toMatch(/<script|ENTITY/);
  });

  it('looks as before in every drawing of the demo', () => {
    const files = globSync('src/{db/demo/files/content,brand/harborline/drawings}/*.svg');
    const paths = (text: string) => text.match(/ (d|fill|stroke|data-stops|transform|width)="[^"]*"/g);
    expect(files.length).toBeGreaterThan(8);
    for (const file of files) {
      const text = readFileSync(file, 'utf8');
      expect(paths(String(textOf(cutSvg(Buffer.from(text)))))).toEqual(paths(text));
    }
  });
});
