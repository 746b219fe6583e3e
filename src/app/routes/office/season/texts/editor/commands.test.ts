import { JSDOM } from 'jsdom';
import { TextSelection, type EditorState } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';
import { setLink, TOOLS, type ToolName } from './commands.ts';
import { stateOf } from './editor-state.ts';
import { readText, writeText } from './html.ts';

const { window } = new JSDOM();

/** A text with the cursor or selection from the first to the last `|`. */
function open(html: string): EditorState {
  const body = new window.DOMParser().parseFromString(html.replaceAll('|', '¦'), 'text/html').body;
  let state = stateOf(readText(body));
  const places: number[] = [];
  state.doc.descendants((node, pos) => {
    for (const [at, letter] of [...(node.text ?? '')].entries()) if (letter === '¦') places.push(pos + at);
  });
  const tr = state.tr;
  for (const place of places.toReversed()) tr.delete(place, place + 1);
  const [from, to = from] = places.map((place, nth) => place - nth) as [number, number?];
  state = state.apply(tr);
  return state.apply(state.tr.setSelection(TextSelection.create(state.doc, from, to)));
}

const run = (html: string, ...tools: ToolName[]): string => {
  let state = open(html);
  for (const tool of tools) TOOLS[tool].run(state, (tr) => (state = state.apply(tr)));
  return writeText(state.doc);
};

describe('the tools of the editor', () => {
  /** @shows SE4.4 */
  it.each<[ToolName[], string, string]>([
    [['strong'], '<p>a |b| c</p>', '<p>a <strong>b</strong> c</p>'],
    [['em', 'underline'], '<p>|b|</p>', '<p><em><u>b</u></em></p>'],
    [['small', 'small'], '<p>|b|</p>', '<p>b</p>'],
    [['heading3'], '<p>a|</p>', '<h3>a</h3>'],
    [['paragraph'], '<h2>a|</h2>', '<p>a</p>'],
    [['bulletList'], '<p>|a</p><p>b|</p>', '<ul><li>a</li><li>b</li></ul>'],
    [['bulletList'], '<ul><li>a|</li></ul>', '<p>a</p>'],
    [['orderedList'], '<p>a|</p>', '<ol><li>a</li></ol>'],
    [['sink'], '<ul><li>a</li><li>b|</li></ul>', '<ul><li>a<ul><li>b</li></ul></li></ul>'],
    [['quote'], '<p>a|</p>', '<blockquote><p>a</p></blockquote>'],
    [['quote'], '<blockquote>a|</blockquote>', '<p>a</p>'],
    [['strong', 'undo'], '<p>|b|</p>', '<p>b</p>'],
  ])('%j of %s', (tools, html, after) => {
    expect(run(html, ...tools)).toBe(after);
  });

  /** @shows SE4.4 */
  it('make a table with a head, and rows and columns', () => {
    const empty = '<td></td><td></td><td></td>';
    const head = '<th scope="col"></th>'.repeat(3);
    expect(run('<p>|</p>', 'table')).toBe(
      `<table><thead><tr>${head}</tr></thead><tbody><tr>${empty}</tr><tr>${empty}</tr></tbody></table>`,
    );
    const small = '<table><tbody><tr><td>a|</td></tr></tbody></table>';
    expect(run(small, 'rowAfter', 'columnAfter', 'deleteRow')).toBe(
      '<table><tbody><tr><td></td><td></td></tr></tbody></table>',
    );
  });

  /** @shows SE4.4 */
  it('set, change and take away a link', () => {
    const link = (html: string, href: string) => {
      let state = open(html);
      setLink(href)(state, (tr) => (state = state.apply(tr)));
      return writeText(state.doc);
    };
    expect(link('<p>|a|</p>', '/x')).toBe('<p><a href="/x">a</a></p>');
    expect(link('<p>b <a href="/x">a|c</a> d</p>', 'tel:1')).toBe('<p>b <a href="tel:1">ac</a> d</p>');
    expect(link('<p>b <a href="/x">ac|</a> d</p>', '')).toBe('<p>b ac d</p>');
  });
});
