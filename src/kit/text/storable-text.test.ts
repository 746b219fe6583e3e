import { expect, it } from 'vitest';
import { unstorableIn } from './storable-text.ts';

const pathsIn = (value: unknown) => unstorableIn(value).map((issue) => issue.path.join('.'));

it('takes what people write, in any language and over several lines', () => {
  const written = { name: 'Adaeze Okáfor 李 👨‍👩‍👧', note: 'one\r\n\ttwo', list: [1, null, true, ''] };
  expect(pathsIn(written)).toEqual([]);
});

it.each(['\u0000', 'a\u0008b', '\u001b[31m', '\u007f', '\ud800', 'x\udc00'])(
  'finds %j where it stands',
  (text) => {
    expect(pathsIn({ student: { names: ['fine', text] } })).toEqual(['student.names.1']);
    expect(pathsIn({ [text]: 1 })).toHaveLength(1);
  },
);

it('uses no stack up on nesting without end', () => {
  expect(pathsIn({ body: JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) })).toEqual(['body']);
});
