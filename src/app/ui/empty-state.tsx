import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import type { Elements } from './elements.ts';

function EmptyStop() {
  return (
    <svg viewBox="0 0 120 40" aria-hidden="true" className="h-10 w-30">
      <path d="M6 28h108" className="stroke-track" strokeWidth="6" strokeLinecap="round" />
      <circle cx="60" cy="28" r="8" className="fill-card stroke-stop" strokeWidth="4" />
      <path
        d="M60 20V4M54 4h12v7H54z"
        className="fill-bus stroke-ink"
        strokeWidth="2"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export function EmptyState({
  title,
  children,
  action,
}: {
  title: ReactNode;
  children?: ReactNode;
  action?: Elements;
}) {
  return (
    <div
      className={classNames(
        'grid justify-items-center gap-3 rounded-md border',
        'border-dashed border-control px-5 py-10 text-center',
      )}
    >
      <EmptyStop />
      <p className="text-lg font-bold">{title}</p>
      {children && <div className="max-w-read text-ink-soft">{children}</div>}
      {action}
    </div>
  );
}
