import type { ProcessorReason } from '#kit/processor-reason.ts';

/** An error of a call to the processor, with the reason. */
export class ProcessorError extends Error {
  readonly reason: ProcessorReason;

  constructor(message: string, reason: ProcessorReason) {
    super(message);
    this.reason = reason;
  }
}
