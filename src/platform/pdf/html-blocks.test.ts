import { describe, expect, it } from 'vitest';
import { htmlBlocks } from './html-blocks.ts';

const plain = (text: string) => [{ text, isBold: false }];

describe('a text on paper', () => {
  it('keeps its headings, paragraphs and bold words', () => {
    expect(htmlBlocks('<h2>Terms</h2><p>Due <b>today</b> &amp;\n later</p>')).toEqual([
      { k: 'heading', level: 2, runs: plain('Terms') },
      {
        k: 'paragraph',
        runs: [
          { text: 'Due ', isBold: false },
          { text: 'today', isBold: true },
          { text: ' & later', isBold: false },
        ],
      },
    ]);
  });

  it('numbers its lists, and lists inside lists', () => {
    expect(htmlBlocks('<ol><li>One</li><li>Two<ul><li>a</li></ul></li></ol>')).toEqual([
      {
        k: 'list',
        items: [
          { marker: '1.', blocks: [{ k: 'paragraph', runs: plain('One') }] },
          {
            marker: '2.',
            blocks: [
              { k: 'paragraph', runs: plain('Two') },
              { k: 'list', items: [{ marker: '•', blocks: [{ k: 'paragraph', runs: plain('a') }] }] },
            ],
          },
        ],
      },
    ]);
  });

  it('sets a table with its head, and a line between parts', () => {
    expect(
      htmlBlocks(
        '<table><thead><tr><th>Day</th></tr></thead><tbody><tr><td>Mon</td></tr></tbody></table><hr>',
      ),
    ).toEqual([
      {
        k: 'table',
        rows: [
          { isHead: true, cells: [plain('Day')] },
          { isHead: false, cells: [plain('Mon')] },
        ],
      },
      { k: 'rule' },
    ]);
  });

  it('says where a link leads, once', () => {
    const saysOf = (html: string) =>
      htmlBlocks(html)
        .flatMap((block) => (block.k === 'paragraph' ? block.runs : []))
        .map(({ text }) => text)
        .join('');
    expect(saysOf('<p>See <a href="https://bus.example/rules">our rules</a></p>')).toBe(
      'See our rules (https://bus.example/rules)',
    );
    expect(saysOf('<p><a href="mailto:a@b.example">a@b.example</a></p>')).toBe('a@b.example');
  });

  it('is nothing where nothing stands', () =>
    expect(htmlBlocks('<p> </p><ul></ul><table></table>')).toEqual([]));
});
