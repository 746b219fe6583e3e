import { describe, expect, it } from 'vitest';
import type { BillingContext } from '#modules/billing/billing-context.service.ts';
import { silentLog } from '#platform/log/log.ts';
import { askProcessor } from './ask-processor.service.ts';

const context = (answerLimitMs: number) => {
  const warnings: unknown[] = [];
  const log = { ...silentLog(), warn: (...said: unknown[]) => void warnings.push(said) };
  return { billing: { log, answerLimitMs } as unknown as BillingContext, warnings };
};
const lost = (cause: string) => ({ k: 'unknown', cause });

describe('a question to the processor', () => {
  it('has the answer of the processor', async () => {
    const { billing, warnings } = context(1_000);
    expect(await askProcessor<object>(billing, async () => ({ yes: true }))).toEqual({ yes: true });
    expect(warnings).toEqual([]);
  });

  it('that breaks off is neither yes nor no', async () => {
    const { billing } = context(1_000);
    const broken = async () => Promise.reject(new Error('connection reset'));
    expect(await askProcessor<object>(billing, broken)).toEqual(lost('no answer'));
  });

  it('that breaks off is logged, once', async () => {
    const { billing, warnings } = context(1_000);
    await askProcessor<object>(billing, async () => Promise.reject(new Error('connection reset')));
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(warnings)).toContain('the processor gave no answer');
  });

  it('that throws before it asks is neither yes nor no', async () => {
    const { billing } = context(1_000);
    const thrown = () => {
      throw new Error('no such host');
    };
    expect(await askProcessor<object>(billing, thrown)).toEqual(lost('no answer'));
  });

  it('that nobody answers in time is neither yes nor no, and holds nobody up', async () => {
    const { billing } = context(5);
    const asked = Date.now();
    expect(await askProcessor<object>(billing, () => new Promise(() => undefined))).toEqual(
      lost('no answer in time'),
    );
    expect(Date.now() - asked).toBeLessThan(1_000);
  });

  it('whose answer comes too late stays unanswered', async () => {
    const { billing } = context(5);
    let answer: (said: object) => void = () => undefined;
    const asking = askProcessor<object>(billing, () => new Promise((resolve) => (answer = resolve)));
    const told = await asking;
    answer({ yes: true });
    expect(told).toEqual(lost('no answer in time'));
  });
});
