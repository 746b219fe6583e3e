import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export function Spinner({ label, className }: { label: ReactNode; className?: string }) {
  return (
    <div
      role="status"
      className={classNames('flex items-center justify-center gap-3 p-6 text-ink-soft', className)}
    >
      <span className="spinner size-6" aria-hidden="true" />
      <span>{label}</span>
    </div>
  );
}

/** The shape of the coming content, so nothing jumps. */
export function Skeleton({
  lines = 3,
  label,
  className,
}: {
  lines?: number;
  label: string;
  className?: string;
}) {
  return (
    <div role="status" className={classNames('grid gap-3', className)}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span
          key={line}
          aria-hidden="true"
          className={classNames('skeleton h-5', line % 3 === 2 ? 'w-1/2' : 'w-full')}
        />
      ))}
    </div>
  );
}
