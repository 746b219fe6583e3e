import type { ReactNode } from 'react';

export function FormSection({
  title,
  note,
  children,
}: {
  title: ReactNode;
  note?: ReactNode;
  children: ReactNode;
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 text-lg font-bold">{title}</legend>
      {note && <p className="-mt-2 mb-3 text-ink-soft">{note}</p>}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}
