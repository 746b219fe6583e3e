import { lineOf } from './company.ts';
import type { Elements } from '#app/ui/elements.ts';

export function SchoolTag({ path, children }: { path: string; children?: Elements }) {
  return (
    <p
      data-line={lineOf(path)}
      className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-ink-soft"
    >
      <span className="rounded-sm bg-line px-2 py-0.5 font-bold text-white uppercase">{path}</span>
      {children}
    </p>
  );
}
