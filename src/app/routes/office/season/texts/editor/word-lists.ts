const LEVEL = /mso-list:[^;]*level(\d)/i;
const NUMBER = /^\s*(\d+|[a-z]{1,4})[.)]/i;

/** Word writes the items of a list as paragraphs, with the mark of the item as words. */
const levelOf = (node: Element | null): number => {
  const style = node?.localName === 'p' ? node.getAttribute('style') : null;
  return Number(LEVEL.exec(style ?? '')?.[1] ?? 0);
};

function itemOf(paragraph: Element): { item: HTMLElement; isNumbered: boolean } {
  const marks = Array.from(paragraph.querySelectorAll<HTMLElement>('span[style]')).filter((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
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
