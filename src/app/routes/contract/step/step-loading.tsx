import type { ReactNode } from 'react';

/**
 * Marks a whole step as being on its way: the buttons under it wait unseen, so that they do not jump when it
 * comes.
 */
export function StepLoading({ children }: { children: ReactNode }) {
  return <div data-step-loading>{children}</div>;
}
