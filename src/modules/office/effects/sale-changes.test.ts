import { describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import { saleChanges } from './sale-changes.ts';

const HOURS = ['2027-03-01T13:00:00Z', '2027-03-08T13:00:00Z', '2027-05-01T13:00:00Z'];
const spans = ['2027-02-01T13:00:00Z', ...HOURS].map((at) => ({
  at: new Date(at),
  from: plainDate(at.slice(0, 10)),
  thru: null,
}));
/** What is told of a sale, by a letter for each span: `+` sells, `-` does not. */
const told = (was: string, is: string) => {
  const [before, after] = [was, is].map((text) => [...text].map((letter) => letter === '+'));
  return saleChanges(spans, before!, after!).map(({ kind, at, isCalledOff }) => {
    const nth = spans.findIndex((span) => span.at === at);
    return `${isCalledOff ? 'no longer ' : ''}${kind} ${at ? nth : 'now'}`;
  });
};

/** @shows SE5.2 SE8.3 */
describe('the changes of a sale', () => {
  it('are an opening or closing at once, and say nothing of the same hour as before', () => {
    expect(told('-++-', '+++-')).toEqual(['opens now']);
    expect(told('++--', '----')).toEqual(['closes now']);
    expect(told('++++', '++++')).toEqual([]);
  });

  it('are the hours that are new', () => {
    expect(told('----', '-++-')).toEqual(['opens 1', 'closes 3']);
    expect(told('++++', '+++-')).toEqual(['closes 3']);
    expect(told('----', '+++-')).toEqual(['opens now', 'closes 3']);
  });

  it('name a moved hour by its new place alone', () => {
    expect(told('-+++', '--++')).toEqual(['opens 2']);
    expect(told('+++-', '++--')).toEqual(['closes 2']);
  });

  it('are the hours at which nothing happens any more', () => {
    expect(told('+++-', '++++')).toEqual(['no longer closes 3']);
    expect(told('-++-', '----')).toEqual(['no longer opens 1']);
    expect(told('-++-', '++++')).toEqual(['opens now', 'no longer closes 3']);
  });
});
