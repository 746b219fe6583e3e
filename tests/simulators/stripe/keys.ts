import type { BankDays } from './bank-days.ts';

/** An answer as it went over the line, so that it can go there again. */
export type Answer = { status: number; headers: Record<string, string>; body: string };

type Kept = { request: string; at: number; answer: Answer | null };

const DAY = 86_400;

/**
 * Idempotency keys: the same key with the same bytes is answered as the first time, 402 and 500 included;
 * with other bytes it is refused, and while the first call runs there is no answer yet.
 */
export class Keys {
  private readonly kept = new Map<string, Kept>();
  private readonly clock: BankDays;

  constructor(clock: BankDays) {
    this.clock = clock;
  }

  /** @param request  verb, path and bytes */
  begin(key: string, request: string): 'new' | 'running' | 'other_request' | Answer {
    this.prune();
    const found = this.kept.get(key);
    if (!found) {
      this.kept.set(key, { request, at: this.clock.now(), answer: null });
      return 'new';
    }
    if (found.request !== request) return 'other_request';
    return found.answer ?? 'running';
  }

  keep(key: string, answer: Answer): void {
    const found = this.kept.get(key);
    if (found) found.answer = answer;
  }

  /** Of a call that was refused before it was executed nothing is kept. */
  drop(key: string): void {
    this.kept.delete(key);
  }

  /** As if a day had passed. */
  forget(): void {
    this.kept.clear();
  }

  private prune(): void {
    for (const [key, { at }] of this.kept) if (this.clock.now() - at >= DAY) this.kept.delete(key);
  }
}
