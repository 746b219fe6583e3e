import { expect, it } from 'vitest';
import { linesOf } from './map-lines.ts';

it('the stops of each line are read from the drawing of a route map', () => {
  const drawing = `<svg><g data-line-name="Parkside" data-stops="Cedar Sq|Park Gate">
    <path d="M1 1"/></g><g class='line' data-stops='E 42nd|' data-line-name='East &amp; &#x57;est'/></svg>`;
  expect(linesOf(drawing)).toEqual([
    { name: 'Parkside', stops: ['Cedar Sq', 'Park Gate'] },
    { name: 'East & West', stops: ['E 42nd'] },
  ]);
});

it('a drawing without lines, or none at all, names no stops', () => {
  expect(['<svg><path/></svg>', '', 'data-line-name="x"'].flatMap(linesOf)).toEqual([]);
});
