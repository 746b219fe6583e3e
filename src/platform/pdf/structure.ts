import { invariant } from '#kit/invariant.ts';
import type { LeanDocument, LeanReference } from './lean-document.ts';

/*
 * What a document says of its parts to those who hear it (PDF/UA). pdfkit keeps each element with what it has
 * and asks of all of them, whenever one is added, which may be written. Here an element is added to one that
 * has its place already, so what is in it is drawn and written at once. The objects are those of pdfkit.
 */

/** A stretch of a page that belongs to an element, by its number there. */
type Stretch = { pageRef: LeanReference; mcid: number };

/** What pdfkit is told of, so that it goes on with it where the page is turned. */
type Content = { refs: Stretch[]; push(more: { refs: Stretch[] }): void };

type Marking = { tag: string; options: object; structContent: Content };

/** The parts of a document of pdfkit that its types do not know. */
type Marked = {
  page: { dictionary: LeanReference; structParentTreeKey: number; markings: Marking[] };
  getStructParentTree(): { get(key: unknown): LeanReference[] };
};

/** `scope` says of a table's head what it heads. */
type Drawn = { scope?: 'Column' | 'Row' | undefined; draw?: () => void };

/** An element of the structure: a heading, a list, the cell of a table. */
export class Structure {
  readonly dictionary: LeanReference;
  private readonly doc: LeanDocument;
  private readonly tag: string;
  private readonly scope: string | undefined;
  private readonly drawIt: (() => void) | undefined;
  private parent: LeanReference | undefined;
  /** those that may get further ones */
  private open: Structure[] = [];
  private has = '';
  private page: LeanReference | undefined;
  private isWritten = false;

  /** With `draw` it is what that draws, and has no elements in it. */
  constructor(doc: LeanDocument, tag: string, { scope, draw }: Drawn = {}) {
    this.doc = doc;
    this.tag = tag;
    this.scope = scope;
    this.drawIt = draw;
    this.dictionary = doc.ref({}) as unknown as LeanReference;
  }

  /** Gives an element its place within this one; what it draws is drawn now. */
  add(inner: Structure): void {
    invariant(this.parent && !this.isWritten, 'an element has its place before others get theirs in it');
    inner.setParent(this.dictionary);
    this.hold(`${inner.dictionary.id} 0 R`);
    if (inner.drawIt) inner.draw(inner.drawIt);
    else this.open.push(inner);
  }

  /** Writes it with all that is in it. */
  end(): void {
    if (this.isWritten) return;
    for (const inner of this.open) inner.end();
    this.open = [];
    this.isWritten = true;
    const { tag, scope, parent, has, page } = this;
    const ofTable = scope ? `/A <<\n/O /Table\n/Scope /${scope}\n>>\n` : '';
    const onPage = page ? `/Pg ${page.id} 0 R\n` : '';
    this.dictionary.put(`<<\n/S /${tag}\n${ofTable}/P ${parent!.id} 0 R\n/K [${has}]\n${onPage}>>`);
  }

  /** pdfkit calls it for the outermost one. */
  setParent(parent: LeanReference): void {
    invariant(!this.parent, 'an element stands in one place');
    this.parent = parent;
  }

  /** pdfkit calls it too, to have drawn what is added by then. */
  setAttached(): void {
    invariant(this.has === '', 'an element has its place before others get theirs in it');
  }

  private hold(one: string): void {
    this.has += this.has === '' ? one : ` ${one}`;
  }

  private draw(draw: () => void): void {
    const { doc, tag } = this;
    const marked = doc as unknown as Marked;
    const { page } = marked;
    const ofPage = marked.getStructParentTree().get(page.structParentTreeKey);
    const mcid = ofPage.push(this.dictionary) - 1;
    const refs: Stretch[] = [{ pageRef: page.dictionary, mcid }];
    const structContent = { refs, push: (more: { refs: Stretch[] }) => void refs.push(...more.refs) };
    page.markings.push({ tag, options: { mcid }, structContent });
    doc.addContent(`/${tag} <<\n/MCID ${mcid}\n>> BDC`);
    draw();
    doc.addContent('EMC');
    marked.page.markings.pop();
    this.page = page.dictionary;
    for (const stretch of refs) this.holdStretch(stretch);
    this.end();
  }

  private holdStretch({ pageRef, mcid }: Stretch): void {
    if (pageRef === this.page) {
      this.hold(`${mcid}`);
      return;
    }
    const { StructParents } = pageRef.data;
    (this.doc as unknown as Marked).getStructParentTree().get(StructParents)[mcid] = this.dictionary;
    this.hold(`<<\n/Type /MCR\n/Pg ${pageRef.id} 0 R\n/MCID ${mcid}\n>>`);
  }
}
