import type { ReactNode } from 'react';

/** A page to be read: one column, 45 to 75 characters a line. */
export function TextPage({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
  return (
    <article className="mx-auto max-w-page px-5 py-10 lg:px-8 lg:py-14">
      <h1 className="text-2xl font-extrabold tracking-tight sm:text-3xl">{title}</h1>
      {intro && <p className="mt-4 max-w-read text-lg text-ink-soft">{intro}</p>}
      <div className="mt-8 grid gap-8">{children}</div>
    </article>
  );
}

export function TextSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="grid max-w-read gap-3">
      <h2 className="text-xl font-bold">{title}</h2>
      {children}
    </section>
  );
}

/** Short points, each a small stop. */
export function Points({ points }: { points: readonly ReactNode[] }) {
  return (
    <ul className="grid gap-2.5">
      {points.map((point, i) => (
        <li key={i} className="flex gap-3">
          <span aria-hidden="true" className="mt-1.5 size-3 shrink-0 rounded-full border-3 border-ink bg-bus" />
          <span>{point}</span>
        </li>
      ))}
    </ul>
  );
}

/** A link that leaves this site says so. */
export function OutsideLink({ href, children, hint }: { href: string; children: ReactNode; hint: string }) {
  return (
    <a href={href} rel="noreferrer" className="inline-flex min-h-11 items-center gap-2 font-bold underline underline-offset-4">
      {children}
      <span className="text-sm font-normal text-ink-soft">{hint}</span>
    </a>
  );
}
