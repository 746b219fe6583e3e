import { describe, expect, test } from 'vitest';
import { fillPath, pathVariants } from './endpoint-path.ts';

describe('a path with parts that may be left out', () => {
  test('stands for every length it can have', () => {
    expect(pathVariants('/period/program_group/read/all/:period_id/:program_group_id?/:active?')).toEqual([
      '/period/program_group/read/all/:period_id',
      '/period/program_group/read/all/:period_id/:program_group_id',
      '/period/program_group/read/all/:period_id/:program_group_id/:active',
    ]);
  });

  test('is itself alone when nothing may be left out', () => {
    expect(pathVariants('/order/quote')).toEqual(['/order/quote']);
  });
});

describe('filling a path', () => {
  test('encodes what a person typed, so that a slash or dots stay inside their part', () => {
    expect(fillPath('/program_group_path/get/path/:path/:division_id?', { path: '../a b/ü' })).toBe(
      '/program_group_path/get/path/..%2Fa%20b%2F%C3%BC',
    );
  });

  test('stops at the first optional part without a value', () => {
    expect(fillPath('/a/:b?/:c?', { c: 3 })).toBe('/a');
    expect(fillPath('/a/:b?/:c?', { b: 2, c: 3 })).toBe('/a/2/3');
  });

  test('refuses to build a path that lacks a required part', () => {
    expect(() => fillPath('/student/:id', {})).toThrow('no value for :id');
  });
});
