import { refusals } from '#kit/refusal.ts';
import { tooManyText } from '#kit/text/wait-text.ts';

export const documentRefusals = refusals({
  too_many_checks: { status: 429, say: tooManyText },
});
