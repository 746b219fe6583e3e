import { describe, expect, it } from 'vitest';
import { leavesOpenedObject } from '#app/shell/opened-object.ts';
import { objectAddress, openedObject } from './use-opened-object.ts';

const opened = (search: string) => openedObject(new URLSearchParams(search));

describe('the address of a form', () => {
  it('names an object, or a new one below another', () => {
    expect(opened('?object=route:7')).toEqual({ kind: 'route', id: 7, parent: undefined });
    expect(opened('?object=addon:new&parent=7')).toEqual({ kind: 'addon', id: undefined, parent: 7 });
    expect(opened('?object=route:7&field=capacity')).toMatchObject({ id: 7, field: 'capacity' });
  });

  it.each(['', '?object=bus:7', '?object=route', '?object=route:x', '?object=route:-1'])(
    'that is %s opens none',
    (search) => expect(opened(search)).toBeUndefined(),
  );

  it('keeps what else the address of the page says', () => {
    const query = new URLSearchParams('school=hm&object=addon:new&parent=7&field=name');
    expect(objectAddress(query, { kind: 'route', id: 3, parent: undefined })).toBe(
      '?school=hm&object=route%3A3',
    );
    expect(objectAddress(query, { kind: 'route', id: 3, parent: undefined, field: 'capacity' })).toBe(
      '?school=hm&object=route%3A3&field=capacity',
    );
  });

  it('is left by a step to the page below or to another form', () => {
    const at = (search: string) => ({ search });
    expect(leavesOpenedObject(at('?object=route:7'), at(''))).toBe(true);
    expect(leavesOpenedObject(at('?object=route:7'), at('?object=route:8'))).toBe(true);
    expect(leavesOpenedObject(at('?object=route:7'), at('?object=route:7&school=hm'))).toBe(false);
    expect(leavesOpenedObject(at(''), at('?object=route:7'))).toBe(false);
  });
});
