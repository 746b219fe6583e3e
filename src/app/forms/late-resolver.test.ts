import { describe, expect, it } from 'vitest';
import { lateResolver } from './late-resolver.ts';

const options = { fields: {}, shouldUseNativeValidation: false };
const refuse = async () => ({ values: {}, errors: { email: { type: 'x', message: 'No.' } } });

describe('the rules of a form that come after its page', () => {
  it('are waited for by what asks for them, and loaded once', async () => {
    let loads = 0;
    const resolve = lateResolver<{ email: string }, unknown>(async () => {
      loads += 1;
      return refuse as never;
    });
    await resolve.load();
    const results = await Promise.all([1, 2].map(() => resolve({ email: '' }, undefined, options)));
    expect(results.map(({ errors }) => errors)).toEqual([
      { email: { type: 'x', message: 'No.' } },
      { email: { type: 'x', message: 'No.' } },
    ]);
    expect(loads).toBe(1);
  });

  it('leave the check to the server when they cannot be loaded', async () => {
    const resolve = lateResolver<{ email: string }, unknown>(() => Promise.reject(new Error('offline')));
    expect(await resolve({ email: 'a' }, undefined, options)).toEqual({ values: { email: 'a' }, errors: {} });
  });
});
