import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS } from '#kit/text/allowed-html.ts';
import { sanitize } from '#platform/html/sanitize.ts';
import { readText, writeText } from './html.ts';
import { makeMarks, makeWordLists, withoutStyles } from './paste.ts';

const { window } = new JSDOM();
const parsed = (html: string) => new window.DOMParser().parseFromString(html, 'text/html').body;
const throughEditor = (html: string) => writeText(readText(parsed(html)));

function pasted(html: string): string {
  const body = parsed(withoutStyles(html));
  makeMarks(body);
  makeWordLists(body);
  return throughEditor(body.innerHTML);
}

const word = fc.constantFrom('seat', 'day', 'refund & more', 'a < b', '“you”', "driver's", '"quoted"', 'Ä €');
const words = fc
  .array(word, { minLength: 1, maxLength: 4 })
  .map((some) => some.map((one) => one.replaceAll('&', '&amp;').replaceAll('<', '&lt;')).join(' '));
const href = fc.constantFrom(
  'https://school.example/rules?a=1&amp;b=2',
  'http://school.example',
  'mailto:office@school.example',
  'tel:+12125550100',
  '/dashboard/orders',
  '/a"b'.replaceAll('"', '&quot;'),
);

// Marks over the same words stand in one order, so each is drawn beside other words.
const MARKS = ['strong', 'b', 'em', 'i', 'u', 'small', 'a'];
const meaningOf = (tag: string) => ({ b: 'strong', i: 'em' })[tag] ?? tag;

function inline(depth: number, used: readonly string[] = []): fc.Arbitrary<string> {
  const free = MARKS.filter((tag) => !used.includes(meaningOf(tag)));
  if (depth === 0 || free.length === 0) return words;
  const marked = fc
    .tuple(fc.constantFrom(...free), href)
    .chain(([tag, to]) =>
      fc
        .tuple(words, inline(depth - 1, [...used, meaningOf(tag)]), words)
        .map(([before, inner, after]) =>
          tag === 'a'
            ? `<a href="${to}">${before} ${inner} ${after}</a>`
            : `<${tag}>${before} ${inner} ${after}</${tag}>`,
        ),
    );
  return fc
    .array(fc.oneof(words, marked, fc.constant('x<br />y')), { minLength: 1, maxLength: 3 })
    .map((some) => some.join(' '));
}

const optional = (attribute: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), attribute);
const span = (name: string) => optional(fc.integer({ min: 2, max: 9 }).map((n) => ` ${name}="${n}"`));
const scope = optional(fc.constantFrom('col', 'row', 'colgroup', 'rowgroup').map((to) => ` scope="${to}"`));

const element = (tag: string, inner: fc.Arbitrary<string>) => inner.map((html) => `<${tag}>${html}</${tag}>`);
const some = (what: fc.Arbitrary<string>, least = 1) =>
  fc.array(what, { minLength: least, maxLength: 3 }).map((all) => all.join(''));

function container(depth: number): fc.Arbitrary<string> {
  if (depth === 0) return inline(1);
  return fc.oneof(
    inline(2),
    some(block(depth - 1)),
    fc.tuple(inline(1), list(depth - 1)).map(([text, below]) => text + below),
  );
}

const list = (depth: number): fc.Arbitrary<string> =>
  fc.constantFrom('ul', 'ol').chain((tag) => element(tag, some(element('li', container(depth)))));

const cell = (depth: number) =>
  fc.oneof(
    fc
      .tuple(span('colspan'), span('rowspan'), container(depth))
      .map(([c, r, html]) => `<td${c}${r}>${html}</td>`),
    fc
      .tuple(scope, span('colspan'), span('rowspan'), container(depth))
      .map(([s, c, r, html]) => `<th${s}${c}${r}>${html}</th>`),
  );

function table(depth: number): fc.Arbitrary<string> {
  const rows = some(element('tr', some(cell(depth))));
  const head = element('thead', rows);
  const body = element('tbody', rows);
  return element(
    'table',
    fc.oneof(
      head,
      body,
      fc.tuple(head, body).map((both) => both.join('')),
    ),
  );
}

function block(depth: number): fc.Arbitrary<string> {
  const plain = fc.oneof(
    element('p', inline(2)),
    fc.constantFrom('h2', 'h3', 'h4').chain((tag) => element(tag, inline(2))),
    fc.constant('<hr />'),
  );
  if (depth === 0) return plain;
  return fc.oneof(
    plain,
    plain,
    list(depth - 1),
    table(depth - 1),
    element('blockquote', container(depth - 1)),
  );
}

const documents = fc.oneof(some(block(2)), inline(2));

const asWritten = (html: string) =>
  sanitize(html).replaceAll(/<(\/?)(b|i)>/g, (_all, end: string, tag: string) => `<${end}${meaningOf(tag)}>`);

describe('a text that is opened in the editor and read out again', () => {
  /** @shows SE4.2 */
  it('equals what the sanitizer writes of it, whatever allowed tags and attributes it has', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(documents, (html) => {
        for (const [, tag, attributes] of html.matchAll(/<([a-z]\w*)((?: \w+="[^"]*")*)/g)) {
          seen.add(tag!);
          for (const [, name] of attributes!.matchAll(/ (\w+)=/g)) seen.add(`${tag} ${name}`);
        }
        expect(throughEditor(html)).toBe(asWritten(html));
      }),
      { numRuns: 500 },
    );
    const attributes = Object.entries(ALLOWED_ATTRIBUTES).flatMap(([tag, names]) =>
      names.map((name) => `${tag} ${name}`),
    );
    expect([...ALLOWED_TAGS, ...attributes].filter((one) => !seen.has(one))).toEqual([]);
  });

  /** @shows SE4.2 */
  it('keeps the extent of marks that begin or end within one another', () => {
    const html = '<p>a <em>b <strong>c</strong> d</em> <strong>e <em>f</em></strong></p>';
    expect(throughEditor(html)).toBe(html);
  });

  /** @shows SE4.2 */
  it('is empty if the text has no word', () => {
    expect([throughEditor(''), throughEditor('<p></p>')]).toEqual(['', '']);
  });
});

describe('what is pasted', () => {
  const junk = fc.constantFrom(
    '<p class="MsoNormal" style="margin:0in"><span style="font-weight:bold">Bold</span><o:p></o:p></p>',
    '<h1 onclick="x()">Title</h1>',
    '<h6>Small title</h6>',
    '<style>p { color: red }</style><script>x()</script>',
    '<a href="javascript:x()">there</a> and <a name="_Toc">a place</a>',
    '<a href="//elsewhere.example">elsewhere</a>',
    '<img src="https://elsewhere.example/p.gif"><iframe src="/"></iframe>',
    '<div><div>one</div><div>two</div></div>',
    '<table style="width:1px"><caption>Days</caption><colgroup><col></colgroup>' +
      '<tfoot><tr><td width="3">x</td></tr></tfoot></table>',
    '<table><tr><th scope="nonsense" colspan="0">a</th><td rowspan="x">b</td></tr></table>',
    '<ol start="3" type="a"><li value="2">x</li></ol>',
    '<b style="font-weight:normal"><p>whole</p></b>',
    '<pre>  code\n  more</pre><center>middle</center><font color="red">red</font>',
    '<dl><dt>Term</dt><dd>What</dd></dl><textarea>typed</textarea><select><option>one</option></select>',
    '<ul><ul><li>deep</li></ul></ul><li>loose</li>',
    '<svg><text>drawn</text></svg><math><mi>x</mi></math>',
  );

  /** @shows SE4.2 */
  it('is cut to what the sanitizer keeps: nothing that the editor sends is removed', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(junk, documents), { minLength: 1, maxLength: 5 }), (parts) => {
        const sent = pasted(parts.join(''));
        expect(sanitize(sent)).toBe(sent);
      }),
      { numRuns: 500 },
    );
  });

  /** @shows SE4.4 */
  it('keeps its structure and drops the rest', () => {
    const html =
      '<h1>Terms</h1><p style="color:red">You <span style="font-weight:700">must</span> ' +
      '<span style="font-style:italic">sign</span>.</p><table width="3"><tr><td>1</td></tr></table>';
    expect(pasted(html)).toBe(
      '<h2>Terms</h2><p>You <strong>must</strong> <em>sign</em>.</p>' +
        '<table><tbody><tr><td>1</td></tr></tbody></table>',
    );
  });

  /** @shows SE4.4 */
  it('of Word keeps lists with their levels', () => {
    const item = (level: number, mark: string, text: string) =>
      `<p class="MsoListParagraph" style="mso-list:l0 level${level} lfo1">` +
      `<span style="mso-list:Ignore">${mark}<span>&nbsp;&nbsp;</span></span>${text}</p>`;
    const html =
      `<p>Days</p>${item(1, '·', 'one')}${item(2, 'o', 'two')}${item(1, '·', 'three')}` +
      `<p>End</p>${item(1, '1.', 'first')}`;
    expect(pasted(html)).toBe(
      '<p>Days</p><ul><li>one<ul><li>two</li></ul></li><li>three</li></ul><p>End</p><ol><li>first</li></ol>',
    );
  });
});
