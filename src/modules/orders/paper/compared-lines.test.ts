import { describe, expect, it } from 'vitest';
import { cents } from '#kit/money.ts';
import { comparedLines } from './compared-lines.ts';

const line = (text: string, amount: number) => ({ text, amount_cents: cents(amount) });

/** @shows OF4.2 */
describe('the lines of a printed price and of the price of the day', () => {
  it('stand beside each other, and a line of one price alone has no sum in the other', () => {
    const printed = [line('Deposit', 50_000), line('Late bus', 12_000), line('Early discount', -5000)];
    const received = [line('Deposit', 50_000), line('Late bus', 15_000), line('Check fee', 450)];
    expect(comparedLines(printed, received)).toEqual([
      { text: 'Deposit', printed_cents: 50_000, received_cents: 50_000 },
      { text: 'Late bus', printed_cents: 12_000, received_cents: 15_000 },
      { text: 'Early discount', printed_cents: -5000, received_cents: null },
      { text: 'Check fee', printed_cents: null, received_cents: 450 },
    ]);
  });

  it('keep two lines of the same name apart', () => {
    const twice = [line('Add-on', 100), line('Add-on', 200)];
    expect(comparedLines(twice, twice)).toEqual([
      { text: 'Add-on', printed_cents: 100, received_cents: 100 },
      { text: 'Add-on', printed_cents: 200, received_cents: 200 },
    ]);
  });
});
