import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import type { Elements } from './elements.ts';
import { typed } from './typed.tsx';

type CardProps = Omit<ComponentProps<'section'>, 'title' | 'children'> & {
  title?: ReactNode;
  actions?: ReactNode;
  children?: Elements;
};

export function Card({ title, actions, className, children, ...rest }: CardProps) {
  return (
    <section {...rest} className={classNames('min-w-0 rounded-md border border-hair bg-card p-5', className)}>
      {(title || actions) && (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {title && <h2 className="min-w-0 text-lg font-bold">{typed(title)}</h2>}
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  );
}

/** A section without content, in one line. */
export function EmptyCard({ title, children }: { title: string; children: string }) {
  return (
    <section
      className={classNames(
        'flex flex-wrap items-baseline gap-x-3',
        'rounded-md border border-hair bg-card px-5 py-2',
      )}
    >
      <h2 className="font-bold">{title}</h2>
      <p className="text-ink-soft">{children}</p>
    </section>
  );
}

export type Fact = { label: ReactNode; value: ReactNode };

export function Facts({ facts, className }: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl
      className={classNames(
        'grid gap-x-6 gap-y-3 sm:gap-y-2 sm:grid-cols-[minmax(8rem,auto)_1fr]',
        className,
      )}
    >
      {facts.map((fact, i) => (
        <div key={i} className="min-w-0 sm:contents">
          <dt className="text-sm text-ink-soft sm:pt-0.5">{fact.label}</dt>
          <dd className="min-w-0 wrap-anywhere">{typed(fact.value)}</dd>
        </div>
      ))}
    </dl>
  );
}
