// The content policy of the page refuses style attributes, in parsed documents too.
const STYLE = 'data-style';

/**
 * Pasted HTML without styles: a style of an element stands in another attribute, for `makeMarks` and
 * `makeWordLists`.
 */
export const withoutStyles = (html: string): string =>
  html
    .replaceAll(/<style[\s\S]*?<\/style>/gi, '')
    .replaceAll(/<[a-z][^>]*>/gi, (tag) => tag.replaceAll(/\sstyle\s*=/gi, ` ${STYLE}=`));

const MARKS: readonly [RegExp, string][] = [
  [/font-weight:\s*(bold(er)?|[5-9]\d{2,})/i, 'strong'],
  [/font-style:\s*italic/i, 'em'],
  [/text-decoration(-line)?:\s*[^;]*underline/i, 'u'],
];

/**
 * Makes elements of the styles that a text may have. Some word processors wrap a whole text in
 * `<b style="font-weight: normal">`, which is no mark.
 * @param body  of the pasted document, which is changed
 */
export function makeMarks(body: HTMLElement): void {
  for (const styled of Array.from(body.querySelectorAll<HTMLElement>(`[${STYLE}]`))) {
    const style = styled.getAttribute(STYLE) ?? '';
    if (styled.localName === 'b' && /font-weight:\s*normal/i.test(style))
      styled.replaceWith(...Array.from(styled.childNodes));
    if (styled.localName !== 'span') continue;
    for (const [says, tag] of MARKS) {
      if (!says.test(style)) continue;
      const mark = body.ownerDocument.createElement(tag);
      mark.append(...Array.from(styled.childNodes));
      styled.append(mark);
    }
  }
}

const LEVEL = /mso-list:[^;]*level(\d)/i;
const NUMBER = /^\s*(\d+|[a-z]{1,4})[.)]/i;

/** Word writes the items of a list as paragraphs, with the mark of the item as words. */
const levelOf = (node: Element | null): number => {
  const style = node?.localName === 'p' ? node.getAttribute(STYLE) : null;
  return Number(LEVEL.exec(style ?? '')?.[1] ?? 0);
};

function itemOf(paragraph: Element): { item: HTMLElement; isNumbered: boolean } {
  const marks = Array.from(paragraph.querySelectorAll<HTMLElement>(`span[${STYLE}]`)).filter((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute(STYLE) ?? ''),
  );
  const isNumbered = NUMBER.test(marks[0]?.textContent ?? '');
  for (const mark of marks) mark.remove();
  const item = paragraph.ownerDocument.createElement('li');
  item.append(...Array.from(paragraph.childNodes));
  return { item, isNumbered };
}

/**
 * Makes lists of the list paragraphs that Word puts on the clipboard, by their levels (SE4.4).
 * @param body  of the pasted document, which is changed
 */
export function makeWordLists(body: HTMLElement): void {
  let open: HTMLElement[] = [];
  let last: Element | null = null;
  for (const paragraph of Array.from(body.querySelectorAll('p'))) {
    const level = levelOf(paragraph);
    if (level === 0) continue;
    const { item, isNumbered } = itemOf(paragraph);
    if (paragraph.previousElementSibling !== last || last === null) open = [];
    open = open.slice(0, level);
    if (open.length === 0) {
      const list = body.ownerDocument.createElement(isNumbered ? 'ol' : 'ul');
      paragraph.before(list);
      open = [list];
      last = list;
    }
    while (open.length < level) {
      const list = body.ownerDocument.createElement(isNumbered ? 'ol' : 'ul');
      const parent = open.at(-1)!;
      (parent.lastElementChild ?? parent.appendChild(body.ownerDocument.createElement('li'))).append(list);
      open.push(list);
    }
    open.at(-1)!.append(item);
    paragraph.remove();
  }
}
