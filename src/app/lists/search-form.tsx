import { useEffect, useRef } from 'react';
import { m } from '#i18n/messages.js';
import { Button } from '#app/ui/button.tsx';
import { controlClass, FormField } from '#app/ui/fields/form-field.tsx';

// A search for each typed letter would be too many.
const PAUSE_MS = 250;

/**
 * Puts typed words into the address: after a pause, or at once where somebody searches or leaves the field. A
 * change of the address after the press of a link would take the place of the link's page.
 */
export function useTypedSearch(change: (name: string, value: string) => void) {
  const timer = useRef<number | undefined>(undefined);
  const stop = () => {
    window.clearTimeout(timer.current);
    timer.current = undefined;
  };
  useEffect(() => stop, []);
  const search = (typed: string) => {
    stop();
    change('search', typed.trim());
  };
  return {
    onType: (typed: string) => {
      stop();
      timer.current = window.setTimeout(() => search(typed), PAUSE_MS);
    },
    onLeave: (typed: string) => {
      if (timer.current !== undefined) search(typed);
    },
    onSearch: search,
  };
}

type SearchFormProps = {
  value: string;
  label?: string;
  note?: string;
  onType?: (text: string) => void;
  onLeave?: (text: string) => void;
  onSearch: (text: string) => void;
};

export function SearchForm({ value, label, note, onType, onLeave, onSearch }: SearchFormProps) {
  const box = useRef<HTMLInputElement>(null);
  const name = label ?? m.office_search_label();
  // The words go with the filters of the address, but not from under the hands of somebody typing.
  useEffect(() => {
    if (value === '' && box.current && box.current !== document.activeElement) box.current.value = '';
  }, [value]);
  return (
    <form
      role="search"
      // A dialog may search while a list stands behind it.
      aria-label={name}
      className="flex min-w-0 grow basis-full flex-wrap items-end gap-3 sm:basis-96"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(box.current?.value ?? '');
      }}
    >
      <FormField
        name="search"
        label={name}
        note={note ?? m.office_search_note()}
        className="min-w-60 flex-1"
        control={(described) => (
          <input
            {...described}
            ref={box}
            type="search"
            name="search"
            autoComplete="off"
            spellCheck={false}
            defaultValue={value}
            onChange={(event) => onType?.(event.target.value)}
            onBlur={(event) => onLeave?.(event.target.value)}
            className={controlClass(undefined, 'min-h-11')}
          />
        )}
      />
      <Button type="submit" look="secondary">
        {m.office_search_button()}
      </Button>
    </form>
  );
}
