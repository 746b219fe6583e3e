import type { ReactNode } from 'react';
import { typed } from './typed.tsx';

export function PageHead({ title, actions }: { title: ReactNode; actions?: ReactNode }) {
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
      <h1 className="min-w-0 wrap-anywhere text-2xl font-extrabold tracking-tight">{typed(title)}</h1>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
