import { m } from '#i18n/messages.js';
import { compareParagraphs, type ComparedParagraph } from '#kit/text/compare-paragraphs.ts';
import { classNames } from '#app/ui/class-names.ts';

/** Paragraphs around a change that stay readable; longer runs of the same are counted. */
const AROUND = 1;

type Shown = ComparedParagraph | { is: 'folded'; n: number };

function folded(compared: readonly ComparedParagraph[]): Shown[] {
  const isNear = (at: number) =>
    compared.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ is }) => is !== 'same');
  const shown: Shown[] = [];
  for (const [at, one] of compared.entries()) {
    const last = shown.at(-1);
    if (one.is !== 'same' || isNear(at)) shown.push(one);
    else if (last?.is === 'folded') last.n += 1;
    else shown.push({ is: 'folded', n: 1 });
  }
  return shown;
}

const foldedText = (n: number) =>
  n === 1 ? m.office_change_same_one() : m.office_change_same_paragraphs({ n });

function Line({ line }: { line: Shown }) {
  if (line.is === 'folded') return <p className="text-sm text-ink-soft">{foldedText(line.n)}</p>;
  if (line.is === 'same') return <p className="wrap-anywhere">{line.text}</p>;
  const isNew = line.is === 'new';
  return (
    <p
      className={classNames(
        'border-l-4 px-3 py-1 wrap-anywhere',
        isNew ? 'border-green bg-green-wash' : 'border-red bg-red-wash',
      )}
    >
      <span className="mr-2 text-sm font-bold">
        {isNew ? m.office_change_new_paragraph() : m.office_change_gone_paragraph()}
      </span>
      {isNew ? <ins className="no-underline">{line.text}</ins> : <del>{line.text}</del>}
    </p>
  );
}

type TextDifferenceProps = { label: string; before: string; after: string };

export function TextDifference({ label, before, after }: TextDifferenceProps) {
  const lines = folded(compareParagraphs(before, after));
  return (
    <section aria-label={label} className="mt-4 grid max-w-read gap-2">
      <h3 className="font-bold">{label}</h3>
      {lines.map((line, at) => (
        <Line key={at} line={line} />
      ))}
    </section>
  );
}
