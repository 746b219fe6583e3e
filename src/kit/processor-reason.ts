import { z } from 'zod';

/**
 * Why the processor refused a request, or why an answer is not believed. The message is the processor's,
 * without email addresses and card numbers; if the processor has no message, a sentence of the portal (MS9).
 */
export const processorReasonShape = z.object({
  message: z.string(),
  code: z.string().nullable(),
  /** the processor's name of the request, for a question to the support of the processor */
  request_id: z.string().nullable(),
});
export type ProcessorReason = z.output<typeof processorReasonShape>;

/** @returns a single line for a log or a note */
export const reasonText = ({ message, code, request_id }: ProcessorReason): string =>
  [message, ...(code ? [`code ${code}`] : []), ...(request_id ? [`request ${request_id}`] : [])].join(', ');
