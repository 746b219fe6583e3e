import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bounds, sentences } from '#tests/support/forms/rule-bounds.ts';
import { extension, image, mimes, size, type ChosenFiles } from './file.ts';

const files = z.custom<ChosenFiles>(
  (value) => value === null || value === undefined || (typeof value === 'object' && 'length' in value),
);

const NOT_VALID = 'The field value is not valid';
const file = (name: string, type: string, bytes = 1) => ({ name, type, size: bytes });
const png = (bytes?: number) => file('pic.png', 'image/png', bytes);
const pdf = file('plan.pdf', 'application/pdf');

/** @shows A-266 A-274 */
describe('a chosen file', () => {
  bounds('has at most 2 KB', files.check(size(2)), {
    takes: [null, undefined, [], [png(0)], [png(2047)], [png(2048)]],
    refuses: [[png(2049)], [png(1), png(2049)]],
    says: NOT_VALID,
  });
  bounds('has one of these media types', files.check(mimes(['application/pdf', 'image/*'])), {
    takes: [null, [], [pdf], [png()]],
    refuses: [[file('a.txt', 'text/plain')], [file('a', '')], [pdf, file('a.txt', 'text/plain')]],
    says: NOT_VALID,
  });
  bounds('has a name with one of these endings', files.check(extension(['png', 'jpg'])), {
    takes: [null, [], [png()], [file('PIC.JPG', 'image/jpeg')]],
    refuses: [[pdf], [file('png', 'image/png')], [file('pic.png.exe', 'image/png')]],
    says: NOT_VALID,
  });
  bounds('is an image', files.check(image()), {
    takes: [null, [], [png()]],
    refuses: [[pdf], [png(), pdf]],
    says: NOT_VALID,
  });
  bounds('is a file', files.check(image()), { takes: [], refuses: ['pic.png', 7], says: NOT_VALID });
});

describe('a rule with a sentence of its own', () => {
  it('says it in the form', () => {
    const result = files.check(image({ error: () => 'The photo must be an image file.' })).safeParse([pdf]);
    expect(result.error?.issues[0]?.message).toBe('The photo must be an image file.');
  });

  it('is one problem among all of the field', async () => {
    expect(await sentences(files.check(image(), size(1)), [file('a.txt', 'text/plain', 5000)])).toHaveLength(
      2,
    );
  });
});
