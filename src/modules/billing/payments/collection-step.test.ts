import { describe, expect, it } from 'vitest';
import { plainDate } from '#kit/plain-date.ts';
import type { PaymentState } from '#modules/billing/payment.states.ts';
import { tried } from '#tests/support/billing/tried.ts';
import { collectionStep, type AttemptFacts } from './collection-step.ts';

const TODAY = plainDate('2026-10-01');
const [CARD, BANK] = [11, 12];

const ENDED_AT = new Date('2026-09-20T14:00:00Z');

const declined = (code: string, payment_method_id = CARD): AttemptFacts => ({
  payment_method_id,
  ...tried('declined', code),
  is_by_family: false,
  finished_at: ENDED_AT,
});
const returned = (code: string, payment_method_id = BANK): AttemptFacts => ({
  payment_method_id,
  ...tried('returned', code),
  is_by_family: false,
  finished_at: ENDED_AT,
});

type Facts = {
  status: PaymentState;
  pay_on?: string;
  next_try_on?: string | null;
  method_id?: number | undefined;
  /** when the family has made the method its default */
  chosen_at?: Date;
  pastAttempts?: AttemptFacts[];
};

const step = ({ status, pay_on = '2026-10-01', next_try_on = null, pastAttempts = [], ...rest }: Facts) => {
  const { chosen_at = null } = rest;
  const id = 'method_id' in rest ? rest.method_id : CARD;
  return collectionStep({
    row: {
      status,
      pay_on: plainDate(pay_on),
      next_try_on: next_try_on === null ? null : plainDate(next_try_on),
    },
    method: id === undefined ? undefined : { id, chosen_at },
    pastAttempts,
    today: TODAY,
  });
};

describe('a payment that was never tried', () => {
  it('is charged on its day and on every later one, and not a day before', () => {
    expect(step({ status: 'scheduled', pay_on: '2026-10-01' })).toBe('charge');
    expect(step({ status: 'scheduled', pay_on: '2026-07-01' })).toBe('charge');
    expect(step({ status: 'scheduled', pay_on: '2026-10-02' })).toBe('wait');
  });

  it('asks for a method on its day where there is none, and not before', () => {
    expect(step({ status: 'scheduled', method_id: undefined })).toBe('ask_for_method');
    expect(step({ status: 'scheduled', pay_on: '2026-10-02', method_id: undefined })).toBe('wait');
  });
});

describe('a payment that staff gave another day', () => {
  it('is charged on it by a method that may do better', () => {
    const pastAttempts = [declined('insufficient_funds')];
    expect(step({ status: 'scheduled', pastAttempts })).toBe('charge');
    expect(step({ status: 'scheduled', pay_on: '2026-10-02', pastAttempts })).toBe('wait');
  });

  it('asks for a method where the only one has refused it for good', () => {
    expect(step({ status: 'scheduled', pastAttempts: [declined('expired')] })).toBe('ask_for_method');
    expect(step({ status: 'scheduled', method_id: BANK, pastAttempts: [returned('R02')] })).toBe(
      'ask_for_method',
    );
  });

  it('asks for a method after four tries of the same card', () => {
    const four = [1, 2, 3, 4].map(() => declined('insufficient_funds'));
    expect(step({ status: 'scheduled', pastAttempts: four.slice(1) })).toBe('charge');
    expect(step({ status: 'scheduled', pastAttempts: four })).toBe('ask_for_method');
  });
});

describe('a payment that failed', () => {
  it('is tried on the day of its next try, and not a day before', () => {
    const pastAttempts = [declined('insufficient_funds')];
    expect(step({ status: 'failed', next_try_on: '2026-10-01', pastAttempts })).toBe('charge');
    expect(step({ status: 'failed', next_try_on: '2026-10-02', pastAttempts })).toBe('wait');
  });

  it('with no next try waits for the family', () => {
    expect(step({ status: 'failed', pastAttempts: [declined('expired')] })).toBe('wait');
  });

  it('is tried at once by a method that is new to it', () => {
    const pastAttempts = [declined('expired')];
    expect(step({ status: 'failed', method_id: BANK, pastAttempts })).toBe('charge');
    expect(step({ status: 'failed', method_id: BANK, next_try_on: '2026-10-09', pastAttempts })).toBe(
      'charge',
    );
  });

  it('that a family paid early, and disputed, waits for its day with a new method too (M7)', () => {
    const early = { ...returned('disputed'), is_by_family: true };
    const chosen = { method_id: CARD, chosen_at: new Date('2026-09-30T14:00:00Z'), pastAttempts: [early] };
    expect(step({ status: 'returned', pay_on: '2026-10-02', ...chosen })).toBe('wait');
    expect(step({ status: 'returned', pay_on: '2026-10-01', ...chosen })).toBe('charge');
  });

  it('is not tried at once a second time by the method that was tried last', () => {
    const pastAttempts = [declined('declined', BANK), declined('expired', CARD)];
    expect(step({ status: 'failed', method_id: BANK, pastAttempts })).toBe('wait');
  });

  it('is tried once more by a card that the family goes back to', () => {
    const pastAttempts = [declined('declined', BANK), declined('insufficient_funds', CARD)];
    expect(step({ status: 'failed', method_id: CARD, pastAttempts })).toBe('charge');
  });

  it('asks for a method on the day of its next try where all are gone', () => {
    const pastAttempts = [declined('insufficient_funds')];
    const gone = { status: 'failed', method_id: undefined, pastAttempts } as const;
    expect(step({ ...gone, next_try_on: '2026-10-01' })).toBe('ask_for_method');
    expect(step({ ...gone, next_try_on: '2026-10-02' })).toBe('wait');
    expect(step({ ...gone, next_try_on: null })).toBe('wait');
  });
});

describe('a debit that the bank sent back', () => {
  it('is debited again on its day', () => {
    const pastAttempts = [returned('R01')];
    const back = { status: 'returned', method_id: BANK, pastAttempts } as const;
    expect(step({ ...back, next_try_on: '2026-10-01' })).toBe('charge');
    expect(step({ ...back, next_try_on: '2026-10-08' })).toBe('wait');
  });

  it('is not debited from the same account when the family chooses it again after a final return', () => {
    const pastAttempts = [declined('declined', CARD), returned('R10', BANK)];
    expect(step({ status: 'returned', method_id: BANK, pastAttempts })).toBe('wait');
  });

  it('is not debited a fourth time by choosing the account again (M7)', () => {
    const three = [1, 2, 3].map(() => returned('R01'));
    const pastAttempts = [declined('declined', CARD), ...three];
    expect(step({ status: 'returned', method_id: BANK, pastAttempts: pastAttempts.slice(0, 3) })).toBe(
      'charge',
    );
    expect(step({ status: 'returned', method_id: BANK, pastAttempts })).toBe('wait');
  });
});

describe('a payment that waits for a method', () => {
  it('is charged by the one that comes, and goes on waiting while there is none', () => {
    expect(step({ status: 'needs_method' })).toBe('charge');
    expect(step({ status: 'needs_method', method_id: undefined })).toBe('wait');
  });

  it('is not charged by a card that has refused it for good', () => {
    expect(step({ status: 'needs_method', pastAttempts: [declined('wrong_code')] })).toBe('wait');
  });
});

describe('a payment that the family has tried to make by Pay now', () => {
  const byFamily = (one: AttemptFacts): AttemptFacts => ({ ...one, is_by_family: true });

  it('is not charged at once to what the portal has tried before', () => {
    const pastAttempts = [byFamily(declined('declined', BANK)), declined('expired', CARD)];
    expect(step({ status: 'failed', pastAttempts })).toBe('wait');
  });

  it('is not charged at once to the same card again, nor to another while a debit has its day', () => {
    expect(step({ status: 'failed', pastAttempts: [byFamily(declined('expired'))] })).toBe('wait');
    const back = [byFamily(returned('R01'))];
    expect(step({ status: 'returned', next_try_on: '2026-10-08', pastAttempts: back })).toBe('wait');
    expect(step({ status: 'returned', next_try_on: '2026-10-01', pastAttempts: back })).toBe('charge');
  });

  /** @shows MC5.1 */
  it('is charged at once to what the family chooses after its debit came back, and to nothing else', () => {
    for (const code of ['R01', 'R02']) {
      const back = { status: 'returned' as const, pastAttempts: [byFamily(returned(code))] };
      expect(step({ ...back, chosen_at: new Date(ENDED_AT.getTime() + 1) })).toBe('charge');
      expect(step({ ...back, chosen_at: ENDED_AT })).toBe('wait');
      expect(step(back)).toBe('wait');
    }
  });

  it('is charged as if it had not been tried, where our own limit stopped the debit', () => {
    const stopped = byFamily(returned('company_limit'));
    const pastAttempts = [stopped, declined('insufficient_funds', CARD)];
    expect(step({ status: 'failed', next_try_on: '2026-10-01', pastAttempts })).toBe('charge');
    expect(step({ status: 'failed', next_try_on: '2026-10-02', pastAttempts })).toBe('wait');
    expect(step({ status: 'failed', method_id: BANK, pastAttempts })).toBe('charge');
    expect(step({ status: 'scheduled', method_id: BANK, pastAttempts: [stopped] })).toBe('charge');
  });

  it('is charged on its day to the card that the family keeps, and to none that has refused it', () => {
    const pastAttempts = [byFamily(declined('insufficient_funds', BANK)), declined('expired', CARD)];
    const due = { status: 'failed', next_try_on: '2026-10-01', pastAttempts } as const;
    expect(step({ ...due, method_id: 13 })).toBe('charge');
    expect(step({ ...due, method_id: CARD })).toBe('ask_for_method');
  });
});
