import { useState } from 'react';
import type { Problems } from './step-problems.ts';

export function focusFirstField(names: readonly string[]): void {
  const fields = [...document.querySelectorAll<HTMLElement>('[data-field]')];
  const first = fields.find((field) => names.includes(field.dataset.field ?? ''));
  const control =
    first?.querySelector<HTMLElement>('input:not([disabled]), select, textarea') ??
    first?.querySelector('button');
  control?.focus({ preventScroll: true });
  first?.scrollIntoView({ block: 'center' });
}

/** The problems of a step, shown after the first attempt and gone after the correction. */
export function useProblems(problems: Problems) {
  const [hasTried, setTried] = useState(false);
  const names = Object.keys(problems);
  const isShown = hasTried;
  return {
    shown: isShown ? problems : ({} as Problems),
    hasTried: isShown && names.length > 0,
    pass(): boolean {
      if (names.length === 0) return true;
      setTried(true);
      focusFirstField(names);
      return false;
    },
  };
}
