import type { ReactNode } from 'react';

/** A value that stands for itself has its own direction, whatever script it is typed in (MD23). */
export const typed = (value: ReactNode): ReactNode =>
  typeof value === 'string' ? <bdi>{value}</bdi> : value;
