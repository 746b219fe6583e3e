import { Link, useLocation } from 'react-router';
import { m } from '#i18n/messages.js';
import { rowLink } from '#app/lists/row-links.tsx';
import { BackLink } from '#app/lists/way-back.tsx';
import { otherListOf, rowsBeside } from './row-trail.ts';

type StepProps = { to: string | undefined; step: 'previous' | 'next'; text: string };

/** In place of the open page, so the way back still leads to the list. */
function Step({ to, step, text }: StepProps) {
  if (!to) return null;
  return (
    <Link
      to={to}
      replace
      data-step={step}
      aria-keyshortcuts={step === 'next' ? 'j' : 'k'}
      className={rowLink}
    >
      {text}
    </Link>
  );
}

type HeadProps = { list: string; text: string };

/** The way back to the list that the page was opened from, and the steps to the rows beside. */
export function RowHead({ list, text }: HeadProps) {
  const other = otherListOf(useLocation().pathname, list);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      {other ? <BackLink to={other} text={m.office_row_back()} /> : <BackLink to={list} text={text} />}
      <RowSteps />
    </div>
  );
}

/** The rows before and after the open one, of the list from which the page was opened (OF10.7). */
function RowSteps() {
  const { previous, next } = rowsBeside(useLocation().pathname);
  if (!previous && !next) return null;
  return (
    <nav aria-label={m.office_rows()} className="flex gap-4 max-lg:-mt-2 print:hidden">
      <Step to={previous} step="previous" text={m.office_row_previous()} />
      <Step to={next} step="next" text={m.office_row_next()} />
    </nav>
  );
}
