import { describe, expect, it } from 'vitest';
import { enterUnsavedPart, hasUnsavedChanges, forgetUnsavedChanges } from '#app/shell/unsaved-changes.ts';
import { contentOf, followForm, isSameContent } from './unsaved-form.ts';

const isSame = (one: unknown, other: unknown) => isSameContent(contentOf(one), contentOf(other));

/** @shows MA11.9 */
describe('what a form holds', () => {
  it.each<[string, unknown, unknown, boolean]>([
    ['a field that was not there and an empty one', { name: 'Ada' }, { name: 'Ada', apt: '' }, true],
    ['no photo and an empty list of files', {}, { photo: { length: 0 } }, true],
    ['a box that is not ticked and null', { is_default: false }, { is_default: null }, true],
    ['a number and its text', { id: 3 }, { id: '3' }, true],
    ['another text', { name: 'Ada' }, { name: 'Bea' }, false],
    ['a ticked box', { is_default: false }, { is_default: true }, false],
    ['another line of a list', { fees: [{ sum: '1' }] }, { fees: [{ sum: '2' }] }, false],
    ['a chosen photo', {}, { photo: [new Blob(['x'])] }, false],
  ])('%s', (_what, one, other, expected) => expect(isSame(one, other)).toBe(expected));
});

/** @shows MA11.9 */
describe('a form that is followed', () => {
  const begin = () => {
    const defaultValues = { name: '' };
    const part = { isChanged: false, isSending: false };
    const follow = followForm(defaultValues, part);
    const type = (name: string, more = {}) => follow({ values: { name }, defaultValues, ...more });
    return { part, follow, type };
  };

  it('has changes from the first letter until it is as it was', () => {
    const { part, type } = begin();
    type('A');
    expect(part.isChanged).toBe(true);
    type('');
    expect(part.isChanged).toBe(false);
  });

  it('has none once it was saved, and has them again when more is typed', () => {
    const { part, type } = begin();
    type('Ada');
    type('Ada', { isSubmitting: true });
    type('Ada', { isSubmitSuccessful: true });
    expect(part).toEqual({ isChanged: false, isSending: false });
    type('Adae', { isSubmitSuccessful: true });
    expect(part.isChanged).toBe(true);
  });

  it('keeps them when saving fails', () => {
    const { part, type } = begin();
    type('Ada');
    type('Ada', { isSubmitting: true });
    type('Ada', { isSubmitSuccessful: false });
    expect(part).toEqual({ isChanged: true, isSending: false });
  });

  it('has none when it was emptied or filled anew while it was sent', () => {
    const { part, type, follow } = begin();
    type('Ada');
    type('Ada', { isSubmitting: true });
    type('', { isSubmitSuccessful: false });
    expect(part.isChanged).toBe(false);
    follow({ values: { name: 'Bea' }, defaultValues: { name: 'Bea' } });
    expect(part.isChanged).toBe(false);
  });
});

/** @shows MA11.9 */
describe('the page', () => {
  it('has unsaved changes while one part has them that is not being sent', () => {
    const part = { isChanged: false, isSending: false };
    const leave = enterUnsavedPart(part);
    const other = enterUnsavedPart({ isChanged: false, isSending: false });
    expect(hasUnsavedChanges()).toBe(false);
    part.isChanged = true;
    expect(hasUnsavedChanges()).toBe(true);
    part.isSending = true;
    expect(hasUnsavedChanges()).toBe(false);
    part.isSending = false;
    forgetUnsavedChanges();
    expect(hasUnsavedChanges()).toBe(false);
    part.isChanged = true;
    leave();
    expect(hasUnsavedChanges()).toBe(false);
    other();
  });
});
