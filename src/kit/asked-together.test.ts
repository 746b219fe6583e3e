import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { askedTogether } from './asked-together.ts';

/** A source with answers given by hand. */
function byHand() {
  const waiting: PromiseWithResolvers<string>[] = [];
  let asked = 0;
  const ask = askedTogether(() => {
    asked += 1;
    const answer = Promise.withResolvers<string>();
    waiting.push(answer);
    return answer.promise;
  });
  return {
    ask,
    asked: () => asked,
    answer: (text: string) => waiting.shift()!.resolve(text),
    fail: () => waiting.shift()!.reject(new Error('away')),
  };
}

describe('many who ask at the same time', () => {
  it('get one answer, to a question that was asked after they came', async () => {
    const { ask, asked, answer } = byHand();
    const first = ask();
    const during = [ask(), ask(), ask()];
    expect(asked()).toBe(1);
    answer('old');
    expect(await first).toBe('old');
    await turn();
    expect(asked()).toBe(2);
    const late = ask();
    answer('new');
    expect(await Promise.all(during)).toEqual(['new', 'new', 'new']);
    await turn();
    answer('newest');
    expect([await late, asked()]).toEqual(['newest', 3]);
  });

  it('begin anew once all have been answered', async () => {
    const { ask, asked, answer } = byHand();
    for (const text of ['a', 'b']) {
      const given = ask();
      answer(text);
      expect(await given).toBe(text);
      await turn();
    }
    expect(asked()).toBe(2);
  });

  it('hear of a failure alone where it was their question', async () => {
    const { ask, answer, fail } = byHand();
    const first = ask();
    const during = ask();
    fail();
    await expect(first).rejects.toThrow('away');
    await turn();
    answer('back');
    expect(await during).toBe('back');
  });
});
