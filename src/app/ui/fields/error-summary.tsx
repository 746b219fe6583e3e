import { useEffect, useRef } from 'react';
import { m } from '#i18n/messages.js';
import { Notice } from '#app/ui/notice.tsx';

export type SummaryEntry = { name?: string; message: string };

function focusField(name: string): void {
  const field = document.querySelector(`[data-field="${CSS.escape(name)}"]`);
  field?.querySelector<HTMLElement>('input, select, textarea')?.focus();
}

/** Each line leads to a field; a line without a field is the general error of the form (contracts.md §8). */
export function ErrorSummary({ entries, title }: { entries: readonly SummaryEntry[]; title?: string }) {
  const box = useRef<HTMLDivElement>(null);
  const signature = entries.map((entry) => entry.message).join('\n');
  useEffect(() => {
    if (signature) box.current?.focus();
  }, [signature]);
  if (entries.length === 0) return null;
  return (
    <div ref={box} tabIndex={-1} className="mb-6">
      <Notice tone="danger" role="alert" title={title ?? m.shell_error_summary_title()}>
        <ul className="mt-1 grid gap-1 text-red">
          {entries.map(({ name, message }) => (
            <li key={`${name}:${message}`} className="whitespace-pre-line">
              {name ? (
                <button
                  type="button"
                  className="min-h-11 cursor-pointer text-left underline underline-offset-4 sm:min-h-0"
                  onClick={() => focusField(name)}
                >
                  {message}
                </button>
              ) : (
                message
              )}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
