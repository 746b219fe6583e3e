import { m } from '#i18n/messages.js';
import { compareTexts, type ComparedBlock, type ComparedWords } from '#kit/text/compare-texts.ts';
import { classNames } from '#app/ui/class-names.ts';

/** Paragraphs around a change that stay readable; longer runs of the same are counted. */
const AROUND = 1;

type Shown = ComparedBlock | { state: 'folded'; n: number };

function folded(compared: readonly ComparedBlock[]): Shown[] {
  const isNear = (at: number) =>
    compared.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ state }) => state !== 'same');
  const shown: Shown[] = [];
  for (const [at, one] of compared.entries()) {
    const last = shown.at(-1);
    if (one.state !== 'same' || isNear(at)) shown.push(one);
    else if (last?.state === 'folded') last.n += 1;
    else shown.push({ state: 'folded', n: 1 });
  }
  return shown;
}

const foldedText = (n: number) =>
  n === 1 ? m.office_change_same_one() : m.office_change_same_paragraphs({ n });

/** Put in words have a plus and a line below, taken out words a minus and a line through. */
function Words({ state, text }: ComparedWords) {
  if (state === 'same') return <span>{text}</span>;
  const isNew = state === 'added';
  const Mark = isNew ? 'ins' : 'del';
  const said = isNew ? m.office_change_added_words : m.office_change_removed_words;
  return (
    <Mark className={isNew ? 'bg-green-wash text-green' : 'bg-red-wash text-red'}>
      <span aria-hidden="true">{isNew ? '+' : '−'}</span>
      <span className="sr-only">{`${said()} `}</span>
      <span>{text}</span>
    </Mark>
  );
}

const NAMES = {
  added: m.office_change_new_paragraph,
  removed: m.office_change_gone_paragraph,
  moved: m.office_change_moved_paragraph,
  changed: m.office_change_other_paragraph,
};

const EDGES = {
  added: 'border-green',
  removed: 'border-red',
  moved: 'border-amber',
  changed: 'border-line',
};

function Block({ state, words }: ComparedBlock) {
  if (state === 'same') return <p>{words[0]!.text}</p>;
  const hasOtherMarks = state === 'changed' && words.every((one) => one.state === 'same');
  return (
    <div className={classNames('border-l-4 px-3 py-1', EDGES[state])}>
      <p className="text-sm font-bold">{hasOtherMarks ? m.office_change_other_marks() : NAMES[state]()}</p>
      <p>
        {words.map((one, at) => (
          <Words key={at} {...one} />
        ))}
      </p>
    </div>
  );
}

type TextDifferenceProps = {
  label: string;
  /** HTML or plain text */
  before: string;
  after: string;
};

/** Two texts by blocks and words, as a list; a screen reader says what was put in and taken out. */
export function TextDifference({ label, before, after }: TextDifferenceProps) {
  const blocks = folded(compareTexts(before, after));
  return (
    <div role="group" aria-label={label} className="mt-4 max-w-read">
      <h3 className="font-bold">{label}</h3>
      <ul className="mt-2 grid gap-2">
        {blocks.map((block, at) => (
          <li key={at} className="wrap-anywhere">
            {block.state === 'folded' ? (
              <span className="text-sm text-ink-soft">{foldedText(block.n)}</span>
            ) : (
              <Block {...block} />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
